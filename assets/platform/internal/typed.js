'use strict';

/** Values of custom attributes as the metadata of their type have them. */

const { moment } = require('./converted');
const { illegal, told } = require('./errors');
const plain = require('./plain');
const records = require('./records');
const { definition } = require('./unset');

/** Letters of a text that isn't a long one. */
const LONGEST = 4000;

/** Choices whose texts are those of metadata: in another locale they are others. */
const named = new WeakSet();

let described = null;

/** Whether the metadata of archives define attributes of a type at all. */
function isDescribed(type) {
    described = described || new Set(records.archived('attribute'));
    return described.has(type);
}

/** The definition of an attribute, the key's too; null for what no metadata define. */
function definitionOf(type, name) {
    const found = definition(type, name);
    if (found !== null) {
        return found;
    }
    const { keyDefinition = null } = records.record('custom-type', type, type) || {};
    return keyDefinition !== null && keyDefinition.attributeId === name ? keyDefinition : null;
}

function isNumberText(text) {
    return typeof text === 'string' && text.trim() !== '' && Number.isFinite(Number(text));
}

function number(value) {
    return typeof value === 'number' || isNumberText(value) ? Number(value) : undefined;
}

function whole(value) {
    const read = number(value);
    return read === undefined ? undefined : Math.trunc(read);
}

/** Whether an object of the platform is the text that it is written as. */
function isWritten(value) {
    return ['value/Money', 'value/Quantity', 'web/URL'].some((name) => value instanceof require(`dw/${name}`));
}

function text(value) {
    const MarkupText = require('dw/content/MarkupText');
    if (value instanceof MarkupText) {
        return value.source;
    }
    return ['string', 'number', 'boolean'].includes(typeof value) || isWritten(value) ? String(value) : undefined;
}

function shortText(value) {
    const read = text(value);
    return read !== undefined && read.length <= LONGEST ? read : undefined;
}

function markup(value) {
    const read = text(value);
    return read === undefined ? undefined : new (require('dw/content/MarkupText'))(read);
}

function truth(value) {
    return typeof value === 'boolean' ? value : undefined;
}

function date(value) {
    return value instanceof Date ? moment(value) : value instanceof require('dw/util/Calendar') ? value.getTime() : undefined;
}

/** What is kept of a value by the type of its attribute: undefined if it can't be one. Other types take what they get. */
const READ = { boolean: truth, int: whole, double: number, string: shortText, text, email: shortText, password: shortText, html: markup, date, datetime: date };

/** A choice of an attribute's; `value` alone if metadata don't know it. */
function choiceOf(type, name, value) {
    const EnumValue = require('dw/value/EnumValue');
    const { valueDefinition = [] } = definition(type, name) || {};
    const found = valueDefinition.find((it) => it.value === String(value));
    const choice = new EnumValue(value, found === undefined ? null : found.display);
    named.add(choice);
    return choice;
}

function isNamed(choice) {
    return named.has(choice);
}

function choice(type, name, { type: kind, valueDefinition = [] }, given) {
    const value = (kind === 'enum-of-int' ? whole : text)(plain(given));
    const isOne = value !== undefined && (valueDefinition.length === 0 || valueDefinition.some((it) => it.value === String(value)));
    return isOne ? choiceOf(type, name, value) : undefined;
}

/** An element of a list, or a single value. */
function single(type, name, found, value) {
    const kind = (found.type || 'string').replace(/^set-of-/, '');
    if (kind.startsWith('enum-of-')) {
        return choice(type, name, found, value);
    }
    return Object.hasOwn(READ, kind) ? READ[kind](plain(value)) : value;
}

function several(type, name, found, values) {
    const isList = typeof values === 'object' && Symbol.iterator in values && !(values instanceof String);
    const list = isList ? Array.from(values, (value) => single(type, name, found, value)) : [undefined];
    return list.includes(undefined) ? undefined : list;
}

/** What is kept of a value that a script sets; throws for what isn't of the attribute's type, and of attributes that aren't defined. */
function taken(type, name, value) {
    const found = definitionOf(type, name);
    if (found === null && isDescribed(type)) {
        throw illegal(`Objects of type ${type} have no custom attribute ${name}: the archive's metadata define none`);
    }
    if (found === null || value === null) {
        return plain(value);
    }
    const { type: kind = 'string', selectMultiple } = found;
    const isMany = kind.startsWith('set-of-') || Boolean(selectMultiple);
    const read = (isMany ? several : single)(type, name, found, value);
    if (read === undefined) {
        const wanted = isMany && !kind.startsWith('set-of-') ? `a list of ${kind}` : kind;
        throw illegal(`The custom attribute ${name} of ${type} is ${wanted}, which ${told(value)} isn't`);
    }
    return read;
}

module.exports = { choiceOf, isNamed, taken };
