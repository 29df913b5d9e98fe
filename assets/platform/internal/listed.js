'use strict';

const { held } = require('./bean');
const List = require('dw/util/List');
const Collection = require('dw/util/Collection');

/** Arrays that have what `dw.util.List` has besides: their elements are what they are themselves. */
const methods = Object.create(Array.prototype, {
    [held]: {
        get() { return this; },
        set(elements) { this.splice(0, this.length, ...elements); }
    }
});

[List, Collection].forEach((Class) => {
    const members = Object.getOwnPropertyDescriptors(Class.prototype);
    Object.keys(members).filter((name) => !(name in methods)).forEach((name) => {
        Object.defineProperty(methods, name, members[name]);
    });
});
// An array is written as JSON by itself.
delete methods.toJSON;

/** What stands in `pdict`, where an array is a list too; no loop over its keys and no JSON shows it. */
function listed(value) {
    if (!Array.isArray(value) || Object.getPrototypeOf(value) !== Array.prototype) {
        return value;
    }
    return Object.setPrototypeOf(Object.isExtensible(value) ? value : value.slice(), methods);
}

module.exports = { listed };
