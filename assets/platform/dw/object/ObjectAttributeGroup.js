'use strict';

const { held, define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');

/** Attributes that belong together: a document of an archive, and the type whose attributes they are. */
class ObjectAttributeGroup {
    constructor(id, { displayName, attribute = [] }, type) {
        const document = { id, display_name: displayName, attributes: attribute.map(({ attributeId }) => attributeId) };
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'type', { value: type, enumerable: false });
    }

    holds(id) {
        return this[held].attributes.includes(id);
    }

    /** In the order in which the group names them. */
    getAttributeDefinitions() {
        return new ArrayList(this[held].attributes.map((id) => this.type.definition(id)).filter(Boolean));
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
        attributeDefinitions: true,
        objectTypeDefinition: (group) => group.type
    },
    is: { system: (group) => Boolean(group[held].system) },
    apart: ['objectTypeDefinition', 'attributeDefinitions']
});
