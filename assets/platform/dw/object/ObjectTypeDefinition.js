'use strict';

const { held, define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');
const ArrayList = require('dw/util/ArrayList');
const ObjectAttributeDefinition = require('dw/object/ObjectAttributeDefinition');
const ObjectAttributeGroup = require('dw/object/ObjectAttributeGroup');

const made = new Map();

/** The attributes that a class is declared with; nothing of what they are but their names. */
function systemAttributes(path) {
    const names = [];
    for (let next = path; next !== undefined && next !== null; next = host.declared.parent(next)) {
        const isProperty = (name) => (host.declared.member(next, name) || [])[0] === 'property' && name !== 'custom';
        names.push(...host.declared.members(next).filter(isProperty));
    }
    return names.map((id) => ({ id, system: true }));
}

/** What attributes objects of a type have: those it is declared with, and those of imported metadata. */
class ObjectTypeDefinition {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    /** The definition of imported metadata alone. */
    static named(type) {
        const document = host.call('object.type', { type: String(type) });
        return document === null ? null : ObjectTypeDefinition.of(type, null);
    }

    /** `path` is the class of a system type, nothing of a custom one. */
    static of(type, path) {
        if (!made.has(type)) {
            const imported = host.call('object.type', { type: String(type) }) || {};
            made.set(type, new ObjectTypeDefinition({
                ID: String(type),
                displayName: imported.display_name || String(type),
                system: path !== null,
                attributes: systemAttributes(path).concat(imported.attributes || []),
                groups: imported.groups || []
            }));
        }
        return made.get(type);
    }

    isSystem() {
        return this[held].system;
    }

    getAttributeDefinitions() {
        return new ArrayList(this[held].attributes.map((attribute) => new ObjectAttributeDefinition(attribute, this)));
    }

    #attribute(id, isSystem) {
        return this.getAttributeDefinitions().toArray().find((each) => each.ID === id && each.system === isSystem) || null;
    }

    getSystemAttributeDefinition(id) {
        return this.#attribute(id, true);
    }

    getCustomAttributeDefinition(id) {
        return this.#attribute(id, false);
    }

    getAttributeGroups() {
        return new ArrayList(this[held].groups.map((group) => new ObjectAttributeGroup(group, this)));
    }

    getAttributeGroup(id) {
        return this.getAttributeGroups().toArray().find((group) => group.ID === id) || null;
    }

    toString() {
        return `[ObjectTypeDefinition id=${this[held].ID}]`;
    }
}

module.exports = define(ObjectTypeDefinition, 'dw.object.ObjectTypeDefinition', {
    get: Object.assign(facts(['ID', 'displayName']), {
        attributeDefinitions: (type) => type.getAttributeDefinitions(),
        attributeGroups: (type) => type.getAttributeGroups()
    }),
    is: { system: (type) => type.isSystem() },
    apart: ['attributeDefinitions', 'attributeGroups']
});
