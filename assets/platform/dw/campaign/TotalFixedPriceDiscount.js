'use strict';

const { define } = require('../../internal/bean');

/** So many pieces for this price together. */
class TotalFixedPriceDiscount extends require('dw/campaign/Discount') {
    constructor(totalFixedPrice, promotion) {
        super(promotion);
        this.totalFixedPrice = totalFixedPrice;
    }

    getTotalFixedPrice() {
        return this.totalFixedPrice;
    }

    toString() {
        return `[TotalFixedPriceDiscount ${this.totalFixedPrice}]`;
    }
}

TotalFixedPriceDiscount.TYPE = 'TOTAL_FIXED_PRICE';

module.exports = define(TotalFixedPriceDiscount, 'dw.campaign.TotalFixedPriceDiscount', {});
