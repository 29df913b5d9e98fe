'use strict';

const { fallback } = require('./bean');

/** Custom attributes of an object: any name may be set, one that never was reads as null. */
class CustomAttributes {
    constructor(values) {
        Object.assign(this, values);
    }

    toString() {
        return `[CustomAttributes ${Object.keys(this).join(', ')}]`;
    }
}

const names = Object.getOwnPropertyNames(CustomAttributes.prototype);
names.forEach((name) => Object.defineProperty(CustomAttributes.prototype, name, { enumerable: false }));
Object.setPrototypeOf(CustomAttributes.prototype, fallback(Object.prototype, (attributes, name) => (
    name === 'toJSON' || name === 'then' ? undefined : null
)));

/** What can be kept between requests: plain values, lists and objects of them. */
function storable(values) {
    return JSON.parse(JSON.stringify(Object.assign({}, values)));
}

module.exports = { CustomAttributes, storable };
