'use strict';

const { held, define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');
const records = require('../../internal/records');
const ArrayList = require('dw/util/ArrayList');
const ObjectAttributeDefinition = require('dw/object/ObjectAttributeDefinition');
const ObjectAttributeGroup = require('dw/object/ObjectAttributeGroup');

const made = new Map();

/** What tells objects of a type apart, where it isn't their ID. */
const KEYS = { Order: 'orderNo', Profile: 'customerNo' };

/** The attributes that a class is declared with; nothing of what they are but their names, and which of them is the key. */
function systemAttributes(path) {
    const names = [];
    for (let next = path; next !== undefined && next !== null; next = host.declared.parent(next)) {
        const isProperty = (name) => (host.declared.member(next, name) || [])[0] === 'property' && name !== 'custom';
        names.push(...host.declared.members(next).filter(isProperty));
    }
    const key = KEYS[path && path.split('/').pop()] || 'ID';
    return names.map((id) => ({ id, system: true, key: id === key }));
}

/** An attribute as metadata define it. */
function defined(id, document, isKey) {
    const { displayName, type, mandatory, selectMultiple, unit, visible, orderRequired, isSystem, valueDefinition = [] } = document;
    const values = valueDefinition.map(({ value, display, default: isDefault }) => ({ value, display, default: isDefault === 'true' }));
    return { id, display_name: displayName, type, mandatory, multiple: selectMultiple, unit, visible, orderRequired, values, system: Boolean(isSystem), key: isKey || document.key };
}

/** The attributes of metadata; a custom type's key stands apart from the others. */
function definedAttributes(type, { keyDefinition }) {
    const own = records.records('attribute', type).map(({ id, document }) => defined(id, document, false));
    return keyDefinition ? [defined(keyDefinition.attributeId, keyDefinition, true)].concat(own) : own;
}

/** Those a type is declared with, with what metadata say of them, and the others of metadata. */
function attributesOf(type, path, document) {
    const own = definedAttributes(type, document);
    const system = systemAttributes(path).map((attribute) => Object.assign({}, own.find(({ id }) => id === attribute.id), attribute));
    return system.concat(own.filter(({ id }) => !system.some((attribute) => attribute.id === id)));
}

/** What attributes objects of a type have: those it is declared with, and those of imported metadata. */
class ObjectTypeDefinition {
    #definitions = null;
    #named = null;

    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    /** The definition of imported metadata alone. */
    static named(type) {
        return records.record('custom-type', type, type) === null ? null : ObjectTypeDefinition.of(type, null);
    }

    /** `path` is the class of a system type, nothing of a custom one. */
    static of(type, path) {
        if (!made.has(type)) {
            const document = path === null ? records.record('custom-type', type, type) || {} : {};
            made.set(type, new ObjectTypeDefinition({
                ID: String(type),
                displayName: document.displayName || String(type),
                system: path !== null,
                attributes: attributesOf(String(type), path, document),
                groups: records.records('attribute-group', String(type))
            }));
        }
        return made.get(type);
    }

    isSystem() {
        return this[held].system;
    }

    getAttributeDefinitions() {
        this.#definitions = this.#definitions || this[held].attributes.map((attribute) => new ObjectAttributeDefinition(attribute, this));
        return new ArrayList(this.#definitions);
    }

    /** The first one of an ID, of the system's or custom; undefined if there is none. */
    definition(id) {
        this.#named = this.#named || new Map(this.getAttributeDefinitions().toArray().slice().reverse().map((each) => [each.ID, each]));
        return this.#named.get(id);
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
        return new ArrayList(this[held].groups.map(({ id, document }) => new ObjectAttributeGroup(id, document, this)));
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
        attributeDefinitions: true,
        attributeGroups: true
    }),
    is: { system: true },
    apart: ['attributeDefinitions', 'attributeGroups']
});
