'use strict';

const { define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');

/** The promotions that run. */
class PromotionPlan {
    #promotions;

    constructor(promotions) {
        this.#promotions = promotions;
    }

    getPromotions() {
        return new ArrayList(this.#promotions);
    }

    #ofClass(name) {
        return new ArrayList(this.#promotions.filter((promotion) => promotion.promotionClass === name));
    }

    getProductPromotions(product) {
        const { concerns } = require('dw/campaign/PromotionMgr');
        const all = this.#ofClass('PRODUCT');
        return product ? new ArrayList(all.toArray().filter((promotion) => concerns(promotion, product))) : all;
    }

    getOrderPromotions() {
        return this.#ofClass('ORDER');
    }

    getShippingPromotions() {
        return this.#ofClass('SHIPPING');
    }

    toString() {
        return `[PromotionPlan size=${this.#promotions.length}]`;
    }
}

module.exports = define(PromotionPlan, 'dw.campaign.PromotionPlan', {
    get: {
        promotions: (plan) => plan.getPromotions(),
        productPromotions: (plan) => plan.getProductPromotions(),
        orderPromotions: (plan) => plan.getOrderPromotions(),
        shippingPromotions: (plan) => plan.getShippingPromotions()
    }
});
