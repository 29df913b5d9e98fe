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

    getLastRepresentedProduct() {
        const all = this.getRepresentedProducts();
        return all.length === 0 ? null : all.toArray()[all.length - 1];
    }

    getFirstRepresentedProductID() {
        const first = this.getFirstRepresentedProduct();
        return first && first.ID;
    }

    getLastRepresentedProductID() {
        const last = this.getLastRepresentedProduct();
        return last && last.ID;
    }

    getRepresentedProductIDs() {
        return new ArrayList(this.getRepresentedProducts().toArray().map((product) => product.ID));
    }

    /** The values of an attribute that the products which were found have. */
    getRepresentedVariationValues(attribute) {
        const model = this.getProduct().variationModel;
        const values = this.getRepresentedProducts().toArray().map((product) => model.getVariationValue(product, attribute)).filter(Boolean);
        return new ArrayList(values.filter((value, index) => values.findIndex((other) => other.ID === value.ID) === index));
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
        firstRepresentedProductID: (hit) => hit.getFirstRepresentedProductID(),
        lastRepresentedProductID: (hit) => hit.getLastRepresentedProductID(),
        lastRepresentedProduct: (hit) => hit.getLastRepresentedProduct(),
        representedProductIDs: (hit) => hit.getRepresentedProductIDs(),
        firstRepresentedProduct: (hit) => hit.getFirstRepresentedProduct(),
        minPrice: (hit) => hit.getMinPrice(),
        maxPrice: (hit) => hit.getMaxPrice()
    },
    is: { priceRange: (hit) => hit.isPriceRange() },
    apart: ['representedProducts', 'firstRepresentedProduct', 'lastRepresentedProduct', 'firstRepresentedProductID', 'lastRepresentedProductID', 'representedProductIDs']
});
