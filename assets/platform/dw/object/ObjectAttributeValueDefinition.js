'use strict';

const { held, define } = require('../../internal/bean');

/** A value that an attribute can have. */
class ObjectAttributeValueDefinition {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getValue() {
        return this[held].value;
    }

    getDisplayValue() {
        return this[held].display || String(this[held].value);
    }

    toString() {
        return this.getDisplayValue();
    }
}

module.exports = define(ObjectAttributeValueDefinition, 'dw.object.ObjectAttributeValueDefinition', {
    get: { value: true, displayValue: true }
});
