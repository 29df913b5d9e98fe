'use strict';

const { illegal } = require('./errors');

/** Whether a class, or one that it extends, is declared with a property. */
function isDeclared(path, name) {
    for (let next = path; next !== undefined && next !== null; next = host.declared.parent(next)) {
        if ((host.declared.member(next, name) || [])[0] === 'property') {
            return true;
        }
    }
    return false;
}

/** Whether metadata define a custom attribute, or an object carries it; where metadata define none of the type, any may be meant. */
function hasCustom(definition, name, objects) {
    const defined = definition.attributeDefinitions.toArray().filter((each) => !each.system);
    return defined.length === 0 || defined.some((each) => each.ID === name)
        || objects.some((object) => Object.keys(object.custom).includes(name));
}

function sourceOf(type, isCustom) {
    return isCustom ? `<custom-type type-id="${type}"> in meta/custom-objecttype-definitions.xml`
        : `<type-extension type-id="${type}"> in meta/system-objecttype-extensions.xml`;
}

/**
 * A function that throws if a query or a sorting of objects names an attribute that they don't have: `status`,
 * `custom.size`. `path` is the class of the objects, `type` what metadata call them.
 */
function queryable({ type, path }, objects) {
    const ObjectTypeDefinition = require('dw/object/ObjectTypeDefinition');
    const isCustomType = path === 'object/CustomObject';
    return (attribute) => {
        const definition = ObjectTypeDefinition.of(type, isCustomType ? null : path);
        const [first, own] = attribute.split('.');
        if (first === 'custom' && own !== undefined) {
            if (!hasCustom(definition, own, objects)) {
                throw illegal(`${type} has no attribute ${attribute}: no archive defines it (${sourceOf(type, isCustomType)})`);
            }
        } else if (!isDeclared(path, first) && definition.getSystemAttributeDefinition(first) === null) {
            const meant = definition.getCustomAttributeDefinition(first) === null ? '' : `: did you mean custom.${first}?`;
            throw illegal(`${type} has no attribute ${attribute}${meant || '; those that archives define are written custom.…'}`);
        }
    };
}

module.exports = queryable;
