'use strict';

/** Values of the types that everybody knows, as texts of XML and as scripts have them. */

const { encoded, fromBase64, fromHex, toBase64, toHex } = require('../encodings');
const BigInteger = require('dw/util/BigInteger');
const Bytes = require('dw/util/Bytes');
const Calendar = require('dw/util/Calendar');
const Decimal = require('dw/util/Decimal');

const NUMBERS = ['byte', 'short', 'int', 'long', 'unsignedByte', 'unsignedShort', 'unsignedInt', 'float', 'double'];
const WHOLE = ['integer', 'nonNegativeInteger', 'positiveInteger', 'nonPositiveInteger', 'negativeInteger', 'unsignedLong'];
const TEXTS = ['string', 'normalizedString', 'anySimpleType', 'anyType'];
const BINARY = { base64Binary: [fromBase64, toBase64], base64: [fromBase64, toBase64], hexBinary: [fromHex, toHex] };

function moment(text) {
    const date = new Date(text);
    return Number.isNaN(date.getTime()) ? text : new Calendar(date);
}

/** The value of a text; one that the type doesn't have stays a text. */
function read(kind, text) {
    const plain = TEXTS.includes(kind) ? text : text.trim();
    if (kind === 'boolean') {
        return plain === 'true' || plain === '1';
    }
    if (NUMBERS.includes(kind)) {
        return Number(plain.replace(/^(-?)INF$/, '$1Infinity'));
    }
    if (WHOLE.includes(kind)) {
        return /^[+-]?\d+$/.test(plain) ? new BigInteger(plain) : plain;
    }
    if (kind === 'decimal') {
        return /^[+-]?[\d.]+$/.test(plain) ? new Decimal(plain) : plain;
    }
    if (kind === 'dateTime' || kind === 'date') {
        return moment(plain);
    }
    return Object.hasOwn(BINARY, kind) ? new Bytes(BINARY[kind][0](plain)) : plain;
}

function dateText(kind, date) {
    const text = date.toISOString();
    return kind === 'date' ? text.slice(0, 10) : kind === 'time' ? text.slice(11) : text;
}

/** The text of a value. */
function write(kind, value) {
    if (value instanceof Date) {
        return dateText(kind, value);
    }
    if (value instanceof Calendar) {
        return dateText(kind, value.getTime());
    }
    if (Object.hasOwn(BINARY, kind)) {
        const bytes = value instanceof Bytes ? value.asUint8Array() : encoded(String(value));
        return value instanceof Bytes || kind === 'hexBinary' ? BINARY[kind][1](bytes) : String(value);
    }
    if (typeof value === 'object' && Symbol.iterator in value) {
        return Array.from(value, (each) => write(kind, each)).join(' ');
    }
    return String(value);
}

/** The type that a value has where a description allows any. */
function kindOf(value) {
    if (typeof value === 'boolean') {
        return 'boolean';
    }
    if (value instanceof Date || value instanceof Calendar) {
        return 'dateTime';
    }
    if (typeof value === 'number' || value instanceof Decimal) {
        return Number.isInteger(value) ? 'int' : 'decimal';
    }
    return value instanceof Bytes ? 'base64Binary' : 'string';
}

module.exports = { read, write, kindOf };
