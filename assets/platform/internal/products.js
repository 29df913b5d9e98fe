'use strict';

/** Products and categories this thread has met: the same id is the same object all through a request. */
const products = new Map();
const categories = new Map();

function remembered(known, id, load) {
    if (!known.has(id)) {
        known.set(id, load());
    }
    return known.get(id);
}

function locale() {
    return typeof request === 'undefined' ? 'default' : request.locale;
}

function product(id) {
    return remembered(products, `${locale()} ${id}`, () => {
        const document = host.call('catalog.product', { id: String(id), locale: locale() });
        if (document === null) {
            return null;
        }
        const Product = require('dw/catalog/Product');
        const Variant = require('dw/catalog/Variant');
        return document.type === 'variant' ? new Variant(document) : new Product(document);
    });
}

function category(id) {
    return remembered(categories, `${locale()} ${id}`, () => {
        const document = host.call('catalog.category', { id: String(id), locale: locale() });
        const Category = require('dw/catalog/Category');
        return document === null ? null : new Category(document);
    });
}

/** The groups of product attributes of a product's classification, or of a category, from the uppermost category down. */
const attributeGroups = {
    ofProduct: (id) => host.call('catalog.productAttributeGroups', { id, locale: locale() }),
    ofCategory: (id) => host.call('catalog.categoryAttributeGroups', { id, locale: locale() })
};

module.exports = { product, category, attributeGroups };
