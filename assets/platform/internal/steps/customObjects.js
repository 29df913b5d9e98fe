'use strict';

/** Exports the custom objects of a type. */

const { attribute, attributesOf } = require('../elements');
const { held } = require('../bean');
const { written } = require('./file');
const CustomObjectMgr = require('dw/object/CustomObjectMgr');

function element({ custom, type, [held]: { key } }) {
    const attributes = attributesOf({ 'type-id': type, 'object-id': key });
    const inner = Object.keys(custom).map((id) => attribute('object-attribute', id, custom[id])).join('');
    return `<custom-object${attributes}>${inner}</custom-object>`;
}

function execute(parameters) {
    const objects = CustomObjectMgr.getAllCustomObjects(parameters.get('CustomObjectTypeID')).asList().toArray();
    return written(parameters, ['custom-objects', { xmlns: 'http://www.demandware.com/xml/impex/customobject/2006-10-31' }], objects.map(element), 'custom objects');
}

module.exports = { execute };
