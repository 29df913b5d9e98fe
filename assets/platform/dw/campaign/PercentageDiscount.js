'use strict';

const { define } = require('../../internal/bean');

/** So many percent less. */
class PercentageDiscount extends require('dw/campaign/Discount') {
    constructor(percentage, promotion) {
        super(promotion);
        this.percentage = percentage;
    }

    getPercentage() {
        return this.percentage;
    }

    /** What is taken off `price`. */
    of(price) {
        return price.multiply(this.percentage).divide(100);
    }

    toString() {
        return `[PercentageDiscount ${this.percentage}]`;
    }
}

PercentageDiscount.TYPE = 'PERCENTAGE';

module.exports = define(PercentageDiscount, 'dw.campaign.PercentageDiscount', {});
