'use strict';

const { held, define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');

/** Attributes that belong together. */
class ObjectAttributeGroup {
    constructor(document, type) {
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'type', { value: type, enumerable: false });
    }

    holds(id) {
        return (this[held].attributes || []).includes(id);
    }

    getAttributeDefinitions() {
        return new ArrayList(this.type.attributeDefinitions.toArray().filter((attribute) => this.holds(attribute.ID)));
    }

    toString() {
        return `[ObjectAttributeGroup id=${this[held].id}]`;
    }
}

Object.defineProperty(ObjectAttributeGroup.prototype, 'holds', { enumerable: false });

module.exports = define(ObjectAttributeGroup, 'dw.object.ObjectAttributeGroup', {
    get: {
        ID: (group) => group[held].id,
        displayName: (group) => group[held].display_name || group[held].id,
        description: (group) => group[held].description || null,
        attributeDefinitions: (group) => group.getAttributeDefinitions(),
        objectTypeDefinition: (group) => group.type
    },
    is: { system: (group) => Boolean(group[held].system) },
    apart: ['objectTypeDefinition', 'attributeDefinitions']
});
