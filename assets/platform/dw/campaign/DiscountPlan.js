'use strict';

const { define } = require('../../internal/bean');

/** The discounts that promotions would give a basket. */
class DiscountPlan {
    #basket;
    #discounts;

    constructor(basket, discounts) {
        this.#basket = basket;
        this.#discounts = discounts;
    }

    getLineItemCtnr() {
        return this.#basket;
    }

    discounts() {
        return this.#discounts;
    }

    toString() {
        return `[DiscountPlan of ${this.#basket}]`;
    }
}

module.exports = define(DiscountPlan, 'dw.campaign.DiscountPlan', {
    get: { lineItemCtnr: (plan) => plan.getLineItemCtnr() }
});
