'use strict';

const { held, manager } = require('../../internal/bean');
const { queried } = require('../../internal/query');
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

/** The shop's own objects, by type and key. */
class CustomObjectMgr {
    static getCustomObject(type, key) {
        const objects = objectsOf(needed(type, 'type'));
        // To the platform what is undefined is the text of it, a key that nothing has.
        return objects.get(needed(key === undefined ? 'undefined' : key, 'key'));
    }

    /** Throws if there is one of that key. */
    static createCustomObject(type, key) {
        const name = needed(key, 'key');
        const objects = objectsOf(needed(type, 'type'));
        if (objects.get(name) !== null) {
            throw new Error(`There is a custom object of type ${type} with the key ${name} already`);
        }
        const attribute = keyAttribute(type);
        return objects.create(name, { type, key: name, custom: attribute === null ? {} : { [attribute]: key } });
    }

    static remove(object) {
        objectsOf(object[held].type).remove(object[held].key);
    }

    static getAllCustomObjects(type) {
        return new SeekableIterator(objectsOf(needed(type, 'type')).all());
    }

    static queryCustomObjects(type, query, sorting, ...values) {
        return new SeekableIterator(queried(objectsOf(needed(type, 'type')).all(), query, sorting, values));
    }

    static queryCustomObject(type, query, ...values) {
        return queried(objectsOf(needed(type, 'type')).all(), query, null, values)[0] || null;
    }

    static describe(type) {
        return ObjectTypeDefinition.of(type, null);
    }
}

module.exports = manager(CustomObjectMgr, 'dw.object.CustomObjectMgr');
