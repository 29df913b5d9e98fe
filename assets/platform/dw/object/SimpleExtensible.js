'use strict';

const { define } = require('../../internal/bean');
const { getCustom } = require('dw/object/ExtensibleObject').prototype;

/** Something with attributes of a script's own. */
class SimpleExtensible {
    getCustom() {
        return getCustom.call(this);
    }
}

module.exports = define(SimpleExtensible, 'dw.object.SimpleExtensible', { get: { custom: true } });
