'use strict';

const { held, define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const ObjectAttributeValueDefinition = require('dw/object/ObjectAttributeValueDefinition');

/** The numbers of the types that metadata name. */
const CODES = {
    int: 1, double: 2, string: 3, text: 4, html: 5, date: 6, image: 7, boolean: 8, money: 9, quantity: 10, datetime: 11, email: 12,
    password: 13, 'set-of-int': 21, 'set-of-double': 22, 'set-of-string': 23, 'enum-of-int': 31, 'enum-of-string': 33
};
const TEXTS = [3, 4, 5, 12, 13, 23, 33];

/** `siteMapIncluded` as people read it. */
function words(id) {
    const apart = id.replace(/([a-z])(?=[A-Z])/g, '$1 ');
    return apart.charAt(0).toUpperCase() + apart.slice(1);
}

/** An attribute of a type. */
class ObjectAttributeDefinition {
    constructor(document, type) {
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'type', { value: type, enumerable: false });
    }

    getID() {
        return this[held].id;
    }

    /** A system attribute is called by its ID in words unless metadata call it otherwise. */
    getDisplayName() {
        return this[held].display_name || (this[held].system ? words(this[held].id) : this[held].id);
    }

    getValueTypeCode() {
        return CODES[this[held].type] || CODES.string;
    }

    /** Sets always, choices if their metadata say so. */
    isMultiValueType() {
        return this.isSetValueType() || Boolean(this[held].multiple);
    }

    isSetValueType() {
        const code = this.getValueTypeCode();
        return code > 20 && code < 30;
    }

    getValues() {
        return new ArrayList((this[held].values || []).map((value) => new ObjectAttributeValueDefinition(value)));
    }

    getDefaultValue() {
        const found = (this[held].values || []).find((value) => value.default);
        return found === undefined ? null : new ObjectAttributeValueDefinition(found);
    }

    getAttributeGroups() {
        return new ArrayList(this.type.attributeGroups.toArray().filter((group) => group.holds(this.getID())));
    }

    requiresEncoding() {
        return TEXTS.includes(this.getValueTypeCode()) && this.getValueTypeCode() !== CODES.html;
    }

    toString() {
        return `[ObjectAttributeDefinition id=${this.getID()}]`;
    }
}

const NAMES = { INT: 1, NUMBER: 2, STRING: 3, TEXT: 4, HTML: 5, DATE: 6, IMAGE: 7, BOOLEAN: 8, MONEY: 9, QUANTITY: 10, DATETIME: 11,
    EMAIL: 12, PASSWORD: 13, SET_OF_INT: 21, SET_OF_NUMBER: 22, SET_OF_STRING: 23, ENUM_OF_INT: 31, ENUM_OF_STRING: 33 };

module.exports = define(ObjectAttributeDefinition, 'dw.object.ObjectAttributeDefinition', {
    get: {
        ID: true,
        displayName: true,
        valueTypeCode: true,
        values: true,
        defaultValue: true,
        unit: (attribute) => attribute[held].unit || null,
        objectTypeDefinition: (attribute) => attribute.type,
        attributeGroups: true
    },
    is: {
        key: (attribute) => Boolean(attribute[held].key),
        mandatory: (attribute) => Boolean(attribute[held].mandatory),
        system: (attribute) => Boolean(attribute[held].system),
        multiValueType: true,
        setValueType: true
    },
    constants: Object.fromEntries(Object.entries(NAMES).map(([name, code]) => [`VALUE_TYPE_${name}`, code])),
    apart: ['objectTypeDefinition', 'attributeGroups']
});
