'use strict';

const { held, define } = require('../../internal/bean');
const { typeName } = require('../../internal/typeNames');

const empty = new WeakMap();

function documentOf(object) {
    if (object[held]) {
        return object[held];
    }
    if (!empty.has(object)) {
        empty.set(object, { custom: {} });
    }
    return empty.get(object);
}

/** A kept object that a shop can give attributes of its own. */
class ExtensibleObject extends require('dw/object/PersistentObject') {
    getCustom() {
        const document = documentOf(this);
        document.custom = document.custom || {};
        return require('../../internal/container').customOf(document, typeName(this));
    }

    describe() {
        return require('dw/object/SystemObjectMgr').describe(typeName(this));
    }
}

Object.defineProperty(ExtensibleObject.prototype, 'custom', { configurable: true, get: ExtensibleObject.prototype.getCustom });

module.exports = define(ExtensibleObject, 'dw.object.ExtensibleObject', {});
