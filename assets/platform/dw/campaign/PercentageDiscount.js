'use strict';

const { define } = require('../../internal/bean');

/** So many percent less. */
class PercentageDiscount {
    constructor(percentage) {
        this.percentage = percentage;
    }

    /** What is taken off `price`. */
    of(price) {
        return price.multiply(this.percentage).divide(100);
    }

    toString() {
        return `[PercentageDiscount ${this.percentage}]`;
    }
}

module.exports = define(PercentageDiscount, 'dw.campaign.PercentageDiscount', {});
