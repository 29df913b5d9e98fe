'use strict';

const { define } = require('../../internal/bean');
const products = require('../../internal/products');
const ArrayList = require('dw/util/ArrayList');

/** A product that a search found. */
class ProductSearchHit {
    #id;

    constructor(id) {
        this.#id = id;
    }

    getProductID() {
        return this.#id;
    }

    getProduct() {
        return products.product(this.#id);
    }

    getHitType() {
        return this.getProduct().master ? 'master' : 'product';
    }

    getRepresentedProducts() {
        const product = this.getProduct();
        return product.master ? product.variants : new ArrayList([product]);
    }

    getFirstRepresentedProduct() {
        return this.getRepresentedProducts().first;
    }

    getMinPrice() {
        return this.getProduct().priceModel.minPrice;
    }

    getMaxPrice() {
        return this.getProduct().priceModel.maxPrice;
    }

    isPriceRange() {
        return this.getProduct().priceModel.priceRange;
    }

    toString() {
        return `[ProductSearchHit sku=${this.#id}]`;
    }
}

module.exports = define(ProductSearchHit, 'dw.catalog.ProductSearchHit', {
    get: {
        productID: (hit) => hit.getProductID(),
        product: (hit) => hit.getProduct(),
        hitType: (hit) => hit.getHitType(),
        representedProducts: (hit) => hit.getRepresentedProducts(),
        firstRepresentedProduct: (hit) => hit.getFirstRepresentedProduct(),
        minPrice: (hit) => hit.getMinPrice(),
        maxPrice: (hit) => hit.getMaxPrice()
    },
    is: { priceRange: (hit) => hit.isPriceRange() },
    apart: ['representedProducts', 'firstRepresentedProduct']
});
