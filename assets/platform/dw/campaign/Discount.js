'use strict';

const { define } = require('../../internal/bean');

const promotions = new WeakMap();

/** What is taken off a price. */
class Discount {
    constructor(promotion) {
        promotions.set(this, promotion || null);
    }

    getPromotion() {
        return promotions.get(this);
    }

    /** `AMOUNT`, `PERCENTAGE`, `FIXED_PRICE`, by the class. */
    getType() {
        return this.constructor.TYPE;
    }
}

Object.defineProperty(Discount.prototype, 'promotion', { configurable: true, get() { return this.getPromotion(); } });
Object.defineProperty(Discount.prototype, 'type', { configurable: true, get() { return this.getType(); } });

module.exports = define(Discount, 'dw.campaign.Discount', {});
