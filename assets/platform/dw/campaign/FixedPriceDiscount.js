'use strict';

const { define } = require('../../internal/bean');

/** Down to this price. */
class FixedPriceDiscount extends require('dw/campaign/Discount') {
    constructor(fixedPrice, promotion) {
        super(promotion);
        this.fixedPrice = fixedPrice;
    }

    getFixedPrice() {
        return this.fixedPrice;
    }

    /** What is taken off `price`. */
    of(price) {
        return price.value <= this.fixedPrice ? price.multiply(0) : price.subtract(price.newMoney(this.fixedPrice));
    }

    toString() {
        return `[FixedPriceDiscount ${this.fixedPrice}]`;
    }
}

FixedPriceDiscount.TYPE = 'FIXED_PRICE';

module.exports = define(FixedPriceDiscount, 'dw.campaign.FixedPriceDiscount', {});
