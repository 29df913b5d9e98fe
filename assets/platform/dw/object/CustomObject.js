'use strict';

const { held, define } = require('../../internal/bean');
const { customOf } = require('../../internal/container');

/** An object of a type that the shop defined. */
class CustomObject {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getType() {
        return this[held].type;
    }

    getCustom() {
        return customOf(this[held], this.getType());
    }

    describe() {
        return require('dw/object/CustomObjectMgr').describe(this.getType());
    }

    toString() {
        return `[CustomObject type=${this.getType()} key=${this[held].key}]`;
    }
}

module.exports = define(CustomObject, 'dw.object.CustomObject', {
    get: { type: true, custom: true }
});
