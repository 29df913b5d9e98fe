'use strict';

const { nodeOf } = require('./xmlNames');

/**
 * What is kept of a value that a script sets: of XML its text, of a primitive of the language in an object of its own
 * what is in it, and so of a choice or a parameter; others as they are.
 */
function plain(value) {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) {
        return value;
    }
    if (value[nodeOf] || value instanceof String || value instanceof Number || value instanceof Boolean) {
        return value[nodeOf] ? String(value) : value.valueOf();
    }
    if (value instanceof require('dw/web/HttpParameter')) {
        return value.getStringValue('');
    }
    return value instanceof require('dw/value/EnumValue') ? value.value : value;
}

module.exports = plain;
