'use strict';

const { held, define } = require('../../internal/bean');
const { discountOf } = require('../../internal/discounts');
const ArrayList = require('dw/util/ArrayList');
const ApproachingDiscount = require('dw/campaign/ApproachingDiscount');

function discount(promotion) {
    return discountOf(promotion[held], promotion);
}

/**
 * The discounts that promotions would give a basket: those of its lines are `{ line, promotion, amount }`, and `others` are
 * the promotions of orders and of shipping that its coupons allow, whether their threshold is reached or not.
 */
class DiscountPlan {
    #basket;
    #discounts;
    #others;

    constructor(basket, discounts, others) {
        this.#basket = basket;
        this.#discounts = discounts;
        this.#others = others;
    }

    getLineItemCtnr() {
        return this.#basket;
    }

    discounts() {
        return this.#discounts;
    }

    #total() {
        return this.#basket.getAdjustedMerchandizeTotalPrice();
    }

    #missing(promotion) {
        const { threshold } = promotion[held];
        return threshold !== undefined && this.#total().compareTo(this.#total().newMoney(threshold)) < 0;
    }

    #ofClass(name, isMissing) {
        return this.#others.filter((promotion) => promotion.promotionClass === name && this.#missing(promotion) === isMissing);
    }

    #approaching(name) {
        const total = this.#total();
        return new ArrayList(this.#ofClass(name, true).map((promotion) => (
            new ApproachingDiscount(discount(promotion), total.newMoney(promotion[held].threshold), total)
        )));
    }

    getProductDiscounts(line) {
        const own = this.#discounts.filter((each) => each.line === line);
        return new ArrayList(own.map(({ promotion }) => discount(promotion)));
    }

    getOrderDiscounts() {
        return new ArrayList(this.#ofClass('ORDER', false).map(discount));
    }

    /** All shipments have the same. */
    getShippingDiscounts() {
        return new ArrayList(this.#ofClass('SHIPPING', false).map(discount));
    }

    getApproachingOrderDiscounts() {
        return this.#approaching('ORDER');
    }

    getApproachingShippingDiscounts() {
        return this.#approaching('SHIPPING');
    }

    toString() {
        return `[DiscountPlan of ${this.#basket}]`;
    }
}

module.exports = define(DiscountPlan, 'dw.campaign.DiscountPlan', {
    get: {
        lineItemCtnr: (plan) => plan.getLineItemCtnr(),
        orderDiscounts: (plan) => plan.getOrderDiscounts(),
        approachingOrderDiscounts: (plan) => plan.getApproachingOrderDiscounts()
    },
    apart: ['orderDiscounts', 'approachingOrderDiscounts']
});
