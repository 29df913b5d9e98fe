'use strict';

const { define } = require('../../internal/bean');

/** So much less, but never more than the price. */
class AmountDiscount {
    constructor(amount) {
        this.amount = amount;
    }

    /** What is taken off `price`. */
    of(price) {
        return price.value < this.amount ? price : price.newMoney(this.amount);
    }

    toString() {
        return `[AmountDiscount ${this.amount}]`;
    }
}

module.exports = define(AmountDiscount, 'dw.campaign.AmountDiscount', {});
