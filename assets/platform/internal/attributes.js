'use strict';

const { fallback } = require('./bean');
const ledger = require('./ledger');

/** What is behind the attributes of an object: `{ type, values, take }`. */
const states = new WeakMap();

/** Accessors by the names of attributes, the same for all objects. */
const accessors = new Map();

/** Also of an object that has its properties from attributes. */
function stateOf(attributes) {
    let holder = attributes;
    while (holder !== null && !states.has(holder)) {
        holder = Object.getPrototypeOf(holder);
    }
    return states.get(holder);
}

/** What scripts change of a value that they read changes nothing of what is kept. */
function copied(value) {
    if (Array.isArray(value)) {
        return value.slice();
    }
    return value instanceof Date ? new Date(value.getTime()) : value;
}

function read({ type, values }, name) {
    const value = values.get(name);
    return value === null && type !== undefined ? require('./unset').cleared(type, name) : copied(value);
}

function accessor(name) {
    if (!accessors.has(name)) {
        accessors.set(name, {
            configurable: true,
            enumerable: true,
            get() { return read(stateOf(this), name); },
            set(value) { put(this, name, value); }
        });
    }
    return accessors.get(name);
}

function hold(attributes, name, value) {
    states.get(attributes).values.set(name, value);
    if (!Object.hasOwn(attributes, name)) {
        Object.defineProperty(attributes, name, accessor(name));
    }
}

/** Undefined takes a value away. What has a type belongs to something that the shop keeps. */
function put(attributes, name, value) {
    const { type, take, values } = stateOf(attributes);
    if (type !== undefined && (ledger.isOpen() || value === undefined || values.get(name) !== value)) {
        ledger.demand(`Setting ${type}.custom.${name}`, attributes);
    }
    if (value === undefined) {
        delete attributes[name];
    } else {
        hold(attributes, name, take(name, value));
    }
    return true;
}

/** Values are what the metadata of a type say; without any, all that is set is. */
function takenBy(type) {
    return (name, value) => copied(type === undefined ? value : require('./typed').taken(type, name, value));
}

/**
 * Custom attributes of an object: any name may be set, one that never was, or to undefined, reads as what the metadata
 * of `type` say, as null without any. `take(name, value)` says what is kept of a value, or throws; without it metadata do.
 */
class CustomAttributes {
    constructor(values, type, take) {
        states.set(this, { type, values: new Map(), take: take || takenBy(type) });
        Object.keys(values || {}).forEach((name) => hold(this, name, values[name]));
    }

    toString() {
        return `[CustomAttributes ${Object.keys(this).join(', ')}]`;
    }
}

const names = Object.getOwnPropertyNames(CustomAttributes.prototype);
names.forEach((name) => Object.defineProperty(CustomAttributes.prototype, name, { enumerable: false }));
Object.setPrototypeOf(CustomAttributes.prototype, fallback(Object.prototype, (attributes, name) => (
    name === 'toJSON' || name === 'then' ? undefined : unset(attributes, name)
), put));

/** What an attribute is that nobody has set. */
function unset(attributes, name) {
    const { type } = stateOf(attributes) || {};
    return type === undefined ? null : require('./unset').valueOf(type, name);
}

/** What the debugger tells of attributes: those that are set. */
const view = { type: 'dw.object.CustomAttributes', getters: [], own: true };
host.define(CustomAttributes, view);

/** A value that JSON doesn't have, as the records of an archive have it. */
function marked(name, value) {
    const own = this[name];
    if (own instanceof Date) {
        return value === null ? null : { '@date': value };
    }
    if (own instanceof require('dw/value/EnumValue')) {
        if (own.value === null) {
            return null;
        }
        return require('./typed').isNamed(own) ? { '@enum': own.value } : { '@enum': own.value, '@display': own.displayValue };
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

module.exports = { CustomAttributes, view, recorded, storable };
