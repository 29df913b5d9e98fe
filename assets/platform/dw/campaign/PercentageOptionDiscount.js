'use strict';

const { define } = require('../../internal/bean');

/** So many percent less for options. */
class PercentageOptionDiscount extends require('dw/campaign/Discount') {
    constructor(percentage, promotion) {
        super(promotion);
        this.percentage = percentage;
    }

    getPercentage() {
        return this.percentage;
    }

    toString() {
        return `[PercentageOptionDiscount ${this.percentage}]`;
    }
}

PercentageOptionDiscount.TYPE = 'PERCENTAGE_OFF_OPTIONS';

module.exports = define(PercentageOptionDiscount, 'dw.campaign.PercentageOptionDiscount', {});
