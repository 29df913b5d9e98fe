'use strict';

const { define } = require('../../internal/bean');
const ExtensibleObject = require('dw/object/ExtensibleObject');

const { getCustom, describe } = ExtensibleObject.prototype;

/** Something with attributes of a shop's own. */
class Extensible {
    getCustom() {
        return getCustom.call(this);
    }

    describe() {
        return describe.call(this);
    }
}

module.exports = define(Extensible, 'dw.object.Extensible', { get: { custom: true } });
