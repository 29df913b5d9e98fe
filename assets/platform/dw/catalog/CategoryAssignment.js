'use strict';

const { held, define } = require('../../internal/bean');
const { CustomAttributes } = require('../../internal/attributes');

/** That a product is in a category. An archive has no texts of its own for it. */
class CategoryAssignment {
    #custom = new CustomAttributes({}, 'CategoryAssignment');

    constructor(product, category) {
        Object.defineProperty(this, held, { value: { product, category } });
    }

    getCustom() {
        return this.#custom;
    }

    toString() {
        return `[CategoryAssignment category=${this[held].category.ID} product=${this[held].product.ID}]`;
    }
}

module.exports = define(CategoryAssignment, 'dw.catalog.CategoryAssignment', {
    get: {
        category: (it) => it[held].category,
        product: (it) => it[held].product,
        name: () => null,
        shortDescription: () => null,
        longDescription: () => null,
        calloutMsg: () => null,
        image: () => null,
        custom: true
    },
    apart: ['category', 'product']
});
