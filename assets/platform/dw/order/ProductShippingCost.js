'use strict';

const { define } = require('../../internal/bean');

/** What it costs to ship a piece of a product in a way. */
class ProductShippingCost {
    #amount;
    #isFixed;

    constructor(amount, isFixed) {
        this.#amount = amount;
        this.#isFixed = isFixed;
    }

    getAmount() {
        return this.#amount;
    }

    isFixedPrice() {
        return this.#isFixed;
    }

    isSurcharge() {
        return !this.#isFixed;
    }

    toString() {
        return `[ProductShippingCost ${this.#amount}]`;
    }
}

module.exports = define(ProductShippingCost, 'dw.order.ProductShippingCost', {
    get: { amount: true },
    is: { fixedPrice: true, surcharge: true }
});
