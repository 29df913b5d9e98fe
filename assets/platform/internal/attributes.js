'use strict';

const { fallback } = require('./bean');

/** The type, as metadata name it, of the object that attributes belong to. */
const types = new WeakMap();

/**
 * Custom attributes of an object: any name may be set, one that never was, or to undefined, reads as what the metadata
 * of `type` say, as null without any.
 */
class CustomAttributes {
    constructor(values, type) {
        Object.assign(this, values);
        if (type) {
            types.set(this, type);
        }
    }

    toString() {
        return `[CustomAttributes ${Object.keys(this).join(', ')}]`;
    }
}

const names = Object.getOwnPropertyNames(CustomAttributes.prototype);
names.forEach((name) => Object.defineProperty(CustomAttributes.prototype, name, { enumerable: false }));
Object.setPrototypeOf(CustomAttributes.prototype, fallback(Object.prototype, (attributes, name) => (
    name === 'toJSON' || name === 'then' ? undefined : unset(types.get(attributes), name)
), (attributes, name, value) => value === undefined));

/** What an attribute is that nobody has set. */
function unset(type, name) {
    return type === undefined ? null : require('./unset').valueOf(type, name);
}

/** A value that JSON doesn't have, as the records of an archive have it. */
function marked(name, value) {
    const own = this[name];
    if (own instanceof Date) {
        return value === null ? null : { '@date': value };
    }
    if (own instanceof require('dw/value/EnumValue')) {
        return { '@enum': own.value, '@display': own.displayValue };
    }
    return own instanceof require('dw/content/MarkupText') ? { '@markup': own.source } : value;
}

/** What is kept of a document's custom attributes; `records.custom` reads it. */
function recorded(values) {
    return JSON.parse(JSON.stringify(Object.assign({}, values), marked));
}

/** What can be kept between requests: plain values, lists and objects of them. */
function storable(values) {
    return JSON.parse(JSON.stringify(Object.assign({}, values)));
}

module.exports = { CustomAttributes, recorded, storable };
