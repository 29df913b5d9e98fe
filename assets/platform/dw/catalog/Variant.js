'use strict';

const { held, define } = require('../../internal/bean');
const products = require('../../internal/products');
const Product = require('dw/catalog/Product');

/** A master in one colour and one size. */
class Variant extends Product {
    getMasterProduct() {
        return products.product(this[held].master);
    }

    getVariants() {
        return this.getMasterProduct().getVariants();
    }
}

module.exports = define(Variant, 'dw.catalog.Variant', {});
