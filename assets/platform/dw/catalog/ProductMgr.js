'use strict';

const { manager } = require('../../internal/bean');
const products = require('../../internal/products');
const SeekableIterator = require('dw/util/SeekableIterator');

function ids(category) {
    return host.call('catalog.search', { category: category ? category.ID : null, locale: request.locale }).ids;
}

function all(category) {
    return new SeekableIterator(ids(category).map((id) => products.product(id)));
}

/** Looks products up. */
class ProductMgr {
    /** The product, master or variant with this id, or null. */
    static getProduct(id) {
        return id === null || id === undefined ? null : products.product(id);
    }

    static queryAllSiteProducts() {
        return all(null);
    }

    static queryAllSiteProductsSorted() {
        return all(null);
    }

    static queryProductsInCatalog() {
        return all(null);
    }

    static queryProductsInCategory(category) {
        return all(category);
    }
}

module.exports = manager(ProductMgr, 'dw.catalog.ProductMgr');
