'use strict';

const { held } = require('./bean');
const { edited } = require('./edited');
const locale = require('./locale');

/** Products and categories this thread has met: the same id is the same object all through a request. */
const products = new Map();
const categories = new Map();
const catalogs = new Map();

/** By type; what has no class of its own is a product. */
const CLASSES = { variant: 'Variant', group: 'VariationGroup' };

function remembered(known, id, load) {
    if (!known.has(id)) {
        known.set(id, load());
    }
    return known.get(id);
}

function product(id) {
    return remembered(products, `${locale()} ${id}`, () => {
        const document = host.call('catalog.product', { id: String(id), locale: locale() });
        if (document === null) {
            return null;
        }
        const Class = require(`dw/catalog/${CLASSES[document.type] || 'Product'}`);
        return new Class(edited('product', document.id, document));
    });
}

/** A category of the site's catalogue, unless another one is named. */
function category(id, catalogue) {
    const other = catalogue === undefined || catalogue === category('root')[held].catalogue ? '' : catalogue;
    return remembered(categories, `${locale()} ${other} ${id}`, () => {
        const document = host.call('catalog.category', { id: String(id), catalogue, locale: locale() });
        const Category = require('dw/catalog/Category');
        return document === null ? null : new Category(edited('category', `${document.catalogue} ${document.id}`, document));
    });
}

function catalog(id) {
    return remembered(catalogs, id, () => {
        const Catalog = require('dw/catalog/Catalog');
        return category('root', id) === null ? null : new Catalog(id);
    });
}

/** The groups of product attributes of a product's classification, or of a category, from the uppermost category down. */
const attributeGroups = {
    ofProduct: (id) => host.call('catalog.productAttributeGroups', { id, locale: locale() }),
    ofCategory: (id) => host.call('catalog.categoryAttributeGroups', { id, locale: locale() })
};

module.exports = { product, category, catalog, attributeGroups };
