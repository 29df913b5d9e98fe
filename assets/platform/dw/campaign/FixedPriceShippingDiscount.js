'use strict';

const { define } = require('../../internal/bean');

/** A product is shipped at this price. */
class FixedPriceShippingDiscount extends require('dw/campaign/Discount') {
    constructor(fixedPrice, promotion) {
        super(promotion);
        this.fixedPrice = fixedPrice;
    }

    getFixedPrice() {
        return this.fixedPrice;
    }

    toString() {
        return `[FixedPriceShippingDiscount ${this.fixedPrice}]`;
    }
}

FixedPriceShippingDiscount.TYPE = 'FIXED_PRICE_SHIPPING';

module.exports = define(FixedPriceShippingDiscount, 'dw.campaign.FixedPriceShippingDiscount', {});
