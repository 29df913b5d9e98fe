'use strict';

const { define, held } = require('../../internal/bean');
const prices = require('../../internal/prices');
const products = require('../../internal/products');
const ArrayList = require('dw/util/ArrayList');
const Money = require('dw/value/Money');

/** The lowest price (`side` -1) or the highest one (1) of those that are known. */
function outermost(amounts, side) {
    const known = amounts.filter((amount) => amount.available);
    return known.reduce((best, amount) => (amount.compareTo(best) * side > 0 ? amount : best), known[0] || amounts[0]);
}

/** A product that a search found. */
class ProductSearchHit {
    #id;
    #represented;
    #books = prices.applicable;
    /** By currency `[lowest, highest]`: lists ask for them several times, and a master has many variants. */
    #span = {};

    /** `represented` are the IDs of the variants that were found of a master, if not all were. */
    constructor(id, represented) {
        this.#id = id;
        this.#represented = represented;
    }

    /** Prices are those of the books that applied when it was searched. */
    #then(read) {
        const now = prices.applicable;
        prices.applicable = this.#books;
        try {
            return read();
        } finally {
            prices.applicable = now;
        }
    }

    #models() {
        const found = this.#represented === undefined ? [this.getProduct()] : this.getRepresentedProducts().toArray();
        return found.map((product) => product.priceModel);
    }

    getProductID() {
        return this.#id;
    }

    getProduct() {
        return products.product(this.#id);
    }

    getHitType() {
        const { master, productSet, bundle, variationGroup } = this.getProduct();
        const kinds = { master, set: productSet, bundle, variation_group: variationGroup };
        return Object.keys(kinds).find((kind) => kinds[kind]) || 'product';
    }

    getRepresentedProducts() {
        const product = this.getProduct();
        if (this.#represented !== undefined) {
            return new ArrayList(this.#represented.map(products.product));
        }
        return product.master || product.variationGroup ? product.variants : new ArrayList([product]);
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

    #prices() {
        const currency = prices.currency();
        this.#span[currency] = this.#span[currency] || this.#then(() => (this.#represented === undefined ? this.#ofProduct() : this.#ofRepresented(currency)));
        return this.#span[currency];
    }

    #ofProduct() {
        const { minPrice, maxPrice } = this.getProduct().priceModel;
        return [minPrice, maxPrice];
    }

    /** The document of the master has what its variants cost. */
    #ofRepresented(currency) {
        const { variants } = this.getProduct()[held];
        const found = prices.span(variants.filter(({ id }) => this.#represented.includes(id)));
        return found === null ? [Money.NOT_AVAILABLE, Money.NOT_AVAILABLE] : found.map(({ amount }) => new Money(amount, currency));
    }

    getMinPrice() {
        return this.#prices()[0];
    }

    getMaxPrice() {
        return this.#prices()[1];
    }

    getMinPricePerUnit() {
        return this.#then(() => outermost(this.#models().map((model) => model.minPricePerUnit), -1));
    }

    getMaxPricePerUnit() {
        return this.#then(() => outermost(this.#models().map((model) => model.maxPricePerUnit), 1));
    }

    isPriceRange() {
        const [lowest, highest] = this.#prices();
        return lowest.available && lowest.compareTo(highest) !== 0;
    }

    /** The promotions that run and make the product cheaper. */
    getDiscountedPromotionIDs() {
        const plan = require('dw/campaign/PromotionMgr').getActivePromotions();
        return new ArrayList(plan.getProductPromotionsForDiscountedProduct(this.getProduct()).toArray().map((promotion) => promotion.ID));
    }

    toString() {
        return `[ProductSearchHit sku=${this.#id}]`;
    }
}

module.exports = define(ProductSearchHit, 'dw.catalog.ProductSearchHit', {
    constants: { HIT_TYPE_SLICING_GROUP: 'slicing_group' },
    get: {
        productID: true,
        product: true,
        hitType: true,
        representedProducts: true,
        firstRepresentedProductID: true,
        lastRepresentedProductID: true,
        lastRepresentedProduct: true,
        representedProductIDs: true,
        firstRepresentedProduct: true,
        discountedPromotionIDs: true,
        minPrice: true,
        maxPrice: true,
        minPricePerUnit: true,
        maxPricePerUnit: true
    },
    is: { priceRange: true },
    apart: ['minPricePerUnit', 'maxPricePerUnit', 'discountedPromotionIDs', 'representedProducts', 'firstRepresentedProduct', 'lastRepresentedProduct', 'firstRepresentedProductID', 'lastRepresentedProductID', 'representedProductIDs']
});
