'use strict';

const { held, define } = require('../../internal/bean');
const products = require('../../internal/products');
const Product = require('dw/catalog/Product');

/** A master in one colour and one size. */
class Variant extends Product {
    getMasterProduct() {
        return products.product(this[held].master);
    }

    /** Those of the master where it has none of the type itself. */
    getAllProductLinks(type) {
        const own = super.getAllProductLinks(type);
        return own.length > 0 ? own : this.getMasterProduct().getAllProductLinks(type);
    }

    getVariants() {
        return this.getMasterProduct().getVariants();
    }
}

module.exports = define(Variant, 'dw.catalog.Variant', {});
