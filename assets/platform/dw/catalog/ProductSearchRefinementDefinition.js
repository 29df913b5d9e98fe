'use strict';

const { define } = require('../../internal/bean');

/** A dimension to narrow a search by. */
class ProductSearchRefinementDefinition {
    #id;
    #name;

    constructor(id, name) {
        this.#id = id;
        this.#name = name;
    }

    getAttributeID() {
        return this.#id;
    }

    getDisplayName() {
        return this.#name || require('dw/web/Resource').msg(`attribute.${this.#id}`, 'product', this.#id);
    }

    isAttributeRefinement() {
        return !this.isCategoryRefinement() && !this.isPriceRefinement() && !this.isPromotionRefinement();
    }

    isCategoryRefinement() {
        return this.#id === 'category';
    }

    isPriceRefinement() {
        return this.#id === 'price';
    }

    isPromotionRefinement() {
        return this.#id === 'promotion';
    }

    toString() {
        return `[ProductSearchRefinementDefinition id=${this.#id}]`;
    }
}

module.exports = define(ProductSearchRefinementDefinition, 'dw.catalog.ProductSearchRefinementDefinition', {
    get: {
        attributeID: (definition) => definition.getAttributeID(),
        displayName: (definition) => definition.getDisplayName()
    },
    is: {
        attributeRefinement: (definition) => definition.isAttributeRefinement(),
        categoryRefinement: (definition) => definition.isCategoryRefinement(),
        priceRefinement: (definition) => definition.isPriceRefinement(),
        promotionRefinement: (definition) => definition.isPromotionRefinement()
    }
});
