'use strict';

/** Elements of XML as texts. */

const { encoded } = require('./encoders');
const EnumValue = require('dw/value/EnumValue');

function escaped(text) {
    return encoded(text, 'xmldoublequote');
}

function attributesOf(attributes) {
    return Object.keys(attributes).map((name) => ` ${name}="${escaped(attributes[name])}"`).join('');
}

/** An element with a text; nothing for no text. */
function text(name, value, attributes = {}) {
    return value === null || value === undefined || value === '' ? '' : `<${name}${attributesOf(attributes)}>${escaped(value)}</${name}>`;
}

/** An element with others; nothing if there are none. */
function group(name, elements, attributes = {}) {
    const content = elements.join('');
    return content === '' ? '' : `<${name}${attributesOf(attributes)}>${content}</${name}>`;
}

function amount(name, money) {
    return text(name, money.available ? money.toNumberString() : null);
}

function date(name, value) {
    return text(name, value && value.toISOString());
}

function plain(value) {
    const own = value instanceof EnumValue ? value.value : value;
    return own instanceof Date ? own.toISOString() : own;
}

/** An attribute that has a value, or several. */
function attribute(name, id, value) {
    return Array.isArray(value) ? group(name, value.map((each) => text('value', plain(each))), { 'attribute-id': id })
        : text(name, plain(value), { 'attribute-id': id });
}

function customAttributes({ custom }) {
    return group('custom-attributes', Object.keys(custom).map((id) => attribute('custom-attribute', id, custom[id])));
}

module.exports = { amount, attribute, attributesOf, customAttributes, date, group, text };
