'use strict';

const { define } = require('../../internal/bean');
const { costOfProduct, isForProduct, isForVisitor } = require('../../internal/shippingRules');
const { online } = require('../../internal/shippingMethods');
const ArrayList = require('dw/util/ArrayList');
const Money = require('dw/value/Money');
const ProductShippingCost = require('dw/order/ProductShippingCost');

/** The ways in which a product may go. */
class ProductShippingModel {
    #product;
    #shipping;

    constructor(product, shipping) {
        this.#product = product;
        this.#shipping = shipping;
    }

    #methods(isWanted) {
        return new ArrayList(online().filter(isWanted));
    }

    #isApplicable(method) {
        return isForVisitor(method, session.currency.currencyCode) && isForProduct(method, this.#product);
    }

    getApplicableShippingMethods() {
        return this.#methods((method) => this.#isApplicable(method));
    }

    getInapplicableShippingMethods() {
        return this.#methods((method) => !this.#isApplicable(method));
    }

    getShippingMethodsWithShippingCost() {
        return this.#methods((method) => this.#isApplicable(method) && this.getShippingCost(method) !== null);
    }

    /** Nothing where the product costs nothing by itself. */
    getShippingCost(method) {
        const cost = costOfProduct(method, this.#product);
        const isFixed = cost !== null && cost.fixedCost !== undefined;
        return cost && new ProductShippingCost(new Money(isFixed ? cost.fixedCost : cost.surcharge, method.currencyCode), isFixed);
    }

    toString() {
        return `[ProductShippingModel of ${this.#product}]`;
    }
}

module.exports = define(ProductShippingModel, 'dw.order.ProductShippingModel', {
    get: {
        applicableShippingMethods: true,
        inapplicableShippingMethods: true,
        shippingMethodsWithShippingCost: true
    }
});
