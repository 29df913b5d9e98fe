'use strict';

const { define } = require('../../internal/bean');

/** So much less, but never more than the price. */
class AmountDiscount extends require('dw/campaign/Discount') {
    constructor(amount, promotion) {
        super(promotion);
        this.amount = amount;
    }

    getAmount() {
        return this.amount;
    }

    /** What is taken off `price`. */
    of(price) {
        return price.value < this.amount ? price : price.newMoney(this.amount);
    }

    toString() {
        return `[AmountDiscount ${this.amount}]`;
    }
}

AmountDiscount.TYPE = 'AMOUNT';

module.exports = define(AmountDiscount, 'dw.campaign.AmountDiscount', {});
