'use strict';

const { manager } = require('../../internal/bean');
const products = require('../../internal/products');
const SeekableIterator = require('dw/util/SeekableIterator');

/** Those of a catalogue's categories, with their variants, whether they are online or not. */
function all(catalog) {
    return host.call('catalog.products', { catalogue: catalog.ID });
}

function siteCatalog() {
    return require('dw/catalog/CatalogMgr').getSiteCatalog();
}

function* walk(ids) {
    for (const id of ids) {
        yield products.product(id);
    }
}

function iterated(ids) {
    return new SeekableIterator(walk(ids), ids.length);
}

/** Looks products up. */
class ProductMgr {
    /** The product, master or variant with this id, or null. */
    static getProduct(id) {
        return id === null || id === undefined ? null : products.product(id);
    }

    static queryAllSiteProducts() {
        return iterated(all(siteCatalog()));
    }

    static queryAllSiteProductsSorted() {
        return iterated(all(siteCatalog()).sort());
    }

    static queryProductsInCatalog(catalog) {
        return iterated(all(catalog));
    }

    static queryProductsInCatalogSorted(catalog) {
        return iterated(all(catalog).sort());
    }
}

module.exports = manager(ProductMgr, 'dw.catalog.ProductMgr');
