'use strict';

/** What attributes are that nobody has set, by the metadata of their type. */

const records = require('./records');

/** Definitions by type and name; null for what no metadata define. */
const known = new Map();

function definition(type, name) {
    const key = `${type}.${name}`;
    if (!known.has(key)) {
        known.set(key, records.record('attribute', name, type));
    }
    return known.get(key);
}

/** How values are read that metadata write as texts. */
const READ = { boolean: (text) => text === 'true', int: Number, double: Number };

function choice({ type, valueDefinition = [] }) {
    const EnumValue = require('dw/value/EnumValue');
    const usual = valueDefinition.find((it) => it.default === 'true');
    const read = type === 'enum-of-int' ? Number : String;
    return usual === undefined ? new EnumValue(null) : new EnumValue(read(usual.value), usual.display);
}

/** The default value, an empty list for several, a choice without a value for one of a list, else null. */
function valueOf(type, name) {
    const found = definition(type, name);
    if (found === null) {
        return null;
    }
    const { type: kind = 'string', selectMultiple, defaultValue } = found;
    if (kind.startsWith('enum-of-')) {
        return selectMultiple ? [] : choice(found);
    }
    if (kind.startsWith('set-of-')) {
        return [];
    }
    return defaultValue === undefined || defaultValue === null ? null : (READ[kind] || String)(defaultValue);
}

/** What an attribute is whose value was taken away: an empty list for several, a choice without a value, else null. */
function cleared(type, name) {
    const { type: kind = '', selectMultiple } = definition(type, name) || {};
    if (kind.startsWith('set-of-') || (kind.startsWith('enum-of-') && selectMultiple)) {
        return [];
    }
    return kind.startsWith('enum-of-') ? new (require('dw/value/EnumValue'))(null) : null;
}

/** Whether a value is nothing: null, an empty list, a choice without a value. */
function isNothing(value) {
    const EnumValue = require('dw/value/EnumValue');
    const own = value instanceof EnumValue ? value.value : value;
    return own === null || own === undefined || (Array.isArray(own) && own.length === 0);
}

module.exports = { definition, valueOf, cleared, isNothing };
