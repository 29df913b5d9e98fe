'use strict';

const { held, manager } = require('../../internal/bean');
const changing = require('../../internal/changing');
const { forbidden, illegal } = require('../../internal/errors');
const { queried } = require('../../internal/query');
const records = require('../../internal/records');
const { table } = require('../../internal/tables');
const CustomObject = require('dw/object/CustomObject');
const ObjectTypeDefinition = require('dw/object/ObjectTypeDefinition');
const SeekableIterator = require('dw/util/SeekableIterator');

function objectsOf(type) {
    return table(`object:${type}`, (document) => new CustomObject(document));
}

/** The key's attribute, as the type's definition names it. */
function keyAttribute(type) {
    const definition = ObjectTypeDefinition.named(type);
    const key = definition && definition.attributeDefinitions.toArray().find((attribute) => attribute.key);
    return key ? key.ID : null;
}

function needed(value, name) {
    if (value === null || value === undefined || value === '') {
        throw new TypeError(`CustomObjectMgr needs the ${name} of a custom object`);
    }
    return String(value);
}

/** The objects of a type that metadata define; where archives define none all types are as good. */
function objectsOfKnown(type) {
    const name = needed(type, 'type');
    const objects = objectsOf(name);
    const isKnown = records.archived('custom-type').length === 0 || records.record('custom-type', name, name) !== null;
    if (!isKnown) {
        throw illegal(`There is no type of custom objects ${name} in the archive's metadata`);
    }
    return objects;
}

function queriedOf(type, ...query) {
    return queried({ type: String(type), path: 'object/CustomObject' }, objectsOfKnown(type).all(), ...query);
}

/** The shop's own objects, by type and key. */
class CustomObjectMgr {
    static getCustomObject(type, key) {
        const objects = objectsOfKnown(type);
        // To the platform what is undefined is the text of it, a key that nothing has.
        return objects.get(needed(key === undefined ? 'undefined' : key, 'key'));
    }

    /** Throws if there is one of that key. */
    static createCustomObject(type, key) {
        const name = needed(key, 'key');
        const objects = objectsOfKnown(type);
        if (objects.get(name) !== null) {
            throw forbidden(`There is a custom object of type ${type} with the key ${name} already`);
        }
        const attribute = keyAttribute(type);
        return objects.create(name, { type, key: name, custom: attribute === null ? {} : { [attribute]: key } });
    }

    static remove(object) {
        objectsOf(object[held].type).remove(object[held].key);
    }

    static getAllCustomObjects(type) {
        return new SeekableIterator(objectsOfKnown(type).all());
    }

    static queryCustomObjects(type, query, sorting, ...values) {
        return new SeekableIterator(queriedOf(type, query, sorting, values));
    }

    static queryCustomObject(type, query, ...values) {
        return queriedOf(type, query, null, values)[0] || null;
    }

    static describe(type) {
        objectsOfKnown(type);
        return ObjectTypeDefinition.of(type, null);
    }
}

module.exports = manager(changing(CustomObjectMgr, ['createCustomObject', 'remove']), 'dw.object.CustomObjectMgr');
