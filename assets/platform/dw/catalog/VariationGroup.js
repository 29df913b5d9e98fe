'use strict';

const { held, define } = require('../../internal/bean');
const products = require('../../internal/products');
const Product = require('dw/catalog/Product');

/** Those variants of a master that have some values in common. */
class VariationGroup extends Product {
    getMasterProduct() {
        return products.product(this[held].master);
    }

    /** The master's, always. */
    getClassificationCategory() {
        return this.getMasterProduct().getClassificationCategory();
    }

    /** The master's where it is in none itself. */
    getCategories() {
        const own = super.getCategories();
        return own.length > 0 ? own : this.getMasterProduct().getCategories();
    }

    getPrimaryCategory() {
        return super.getPrimaryCategory() || this.getMasterProduct().getPrimaryCategory();
    }

    /** Those of the master where it has none of the type itself. */
    getAllProductLinks(type) {
        const own = super.getAllProductLinks(type);
        return own.length > 0 ? own : this.getMasterProduct().getAllProductLinks(type);
    }
}

module.exports = define(VariationGroup, 'dw.catalog.VariationGroup', {});
