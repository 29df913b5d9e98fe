'use strict';

const { define } = require('../../internal/bean');
const SearchRefinementDefinition = require('dw/catalog/SearchRefinementDefinition');

/** A dimension to narrow a search for products by. */
class ProductSearchRefinementDefinition extends SearchRefinementDefinition {
    getDisplayName() {
        return super.getDisplayName() || this.getAttributeID();
    }

    isAttributeRefinement() {
        return !this.isCategoryRefinement() && !this.isPriceRefinement() && !this.isPromotionRefinement();
    }

    isCategoryRefinement() {
        return this.getAttributeID() === 'category';
    }

    isPriceRefinement() {
        return this.getAttributeID() === 'price';
    }

    isPromotionRefinement() {
        return this.getAttributeID() === 'promotion';
    }

    toString() {
        return `[ProductSearchRefinementDefinition id=${this.getAttributeID()}]`;
    }
}

module.exports = define(ProductSearchRefinementDefinition, 'dw.catalog.ProductSearchRefinementDefinition', {
    is: {
        categoryRefinement: true,
        priceRefinement: true,
        promotionRefinement: true
    }
});
