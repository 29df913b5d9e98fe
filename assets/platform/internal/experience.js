'use strict';

const { held } = require('./bean');
const shop = require('./shop');

/**
 * Pages of the Page Designer, as documents of the kind `page`: `{ id, type, name, data, regions: { main: [component] } }`,
 * where a component has the same fields. What a page or a component shows is written by the script of its type,
 * `cartridge/experience/{pages,components}/….js`, beside which its definition stands as JSON.
 */

/** Components within components. */
const DEEPEST = 20;
let depth = 0;

function scriptOf(kind, type) {
    return host.find(`cartridge/experience/${kind}/${String(type).replace(/\./g, '/')}`);
}

function definitionOf(kind, type) {
    const script = scriptOf(kind, type);
    try {
        return script === null ? {} : host.requirePath(script.replace(/\.\w+$/, '.json'));
    } catch (error) {
        return {};
    }
}

function attributesOf(kind, type) {
    const groups = definitionOf(kind, type).attribute_definition_groups || [];
    return [].concat(...groups.map((group) => group.attribute_definitions || []));
}

/** A value as scripts get it, by the type that the definition names. */
const VALUES = {
    image: (value) => new (require('dw/experience/image/Image'))(typeof value === 'string' ? { path: value } : value),
    file: (value) => require('./media').imageOf(value),
    product: (value) => require('./products').product(value),
    category: (value) => require('dw/catalog/CatalogMgr').getCategory(value),
    page: (value) => require('dw/experience/PageMgr').getPage(value),
    markup: (value) => new (require('dw/content/MarkupText'))(value),
    enum: (value) => value,
    custom: (value) => value
};

function valueOf(definition, data) {
    const own = data === undefined ? definition.default_value : data;
    const known = Object.prototype.hasOwnProperty.call(VALUES, definition.type);
    return own === undefined || own === null || own === '' || !known ? own : VALUES[definition.type](own);
}

/** All attributes that a definition names and data have: a map. */
function contentOf(kind, { type, data = {} }) {
    const content = new (require('dw/util/HashMap'))();
    const definitions = attributesOf(kind, type);
    Object.keys(data).filter((name) => !definitions.some(({ id }) => id === name)).forEach((name) => content.put(name, data[name]));
    definitions.forEach((definition) => {
        const value = valueOf(definition, data[definition.id]);
        if (value !== undefined && value !== null) {
            content.put(definition.id, value);
        }
    });
    return content;
}

function attribute(kind, document, id) {
    const value = contentOf(kind, document).get(id);
    return value === undefined ? null : value;
}

/** What the script of a type makes of its context. */
function rendered(kind, type, context) {
    const script = scriptOf(kind, type);
    if (script === null) {
        throw new Error(`There is no script of the type ${type} in cartridge/experience/${kind}`);
    }
    if (depth >= DEEPEST) {
        throw new Error('Components are nested too deep');
    }
    depth += 1;
    try {
        return String(host.requirePath(script).render(context));
    } finally {
        depth -= 1;
    }
}

function page(id) {
    return shop.find('page', id);
}

/** The regions that a definition names, in its order, and those that only data have. */
function regionIds(kind, { type, regions = {} }) {
    const named = (definitionOf(kind, type).region_definitions || []).map((region) => region.id);
    return named.concat(Object.keys(regions).filter((id) => !named.includes(id)));
}

function region(kind, owner, id) {
    const document = owner[held];
    return regionIds(kind, document).includes(id) ? new (require('dw/experience/Region'))(id, (document.regions || {})[id] || []) : null;
}

module.exports = { attribute, contentOf, page, region, rendered };
