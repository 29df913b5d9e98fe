'use strict';

const { define } = require('../../internal/bean');

/** Down to this price. */
class FixedPriceDiscount {
    constructor(fixedPrice) {
        this.fixedPrice = fixedPrice;
    }

    /** What is taken off `price`. */
    of(price) {
        return price.value <= this.fixedPrice ? price.multiply(0) : price.subtract(price.newMoney(this.fixedPrice));
    }

    toString() {
        return `[FixedPriceDiscount ${this.fixedPrice}]`;
    }
}

module.exports = define(FixedPriceDiscount, 'dw.campaign.FixedPriceDiscount', {});
