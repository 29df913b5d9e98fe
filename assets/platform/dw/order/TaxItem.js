'use strict';

const { define } = require('../../internal/bean');

/** How much of a price is a tax. */
class TaxItem {
    #amount;
    #group;

    constructor(amount, group) {
        this.#amount = amount;
        this.#group = group;
    }

    getAmount() {
        return this.#amount;
    }

    getTaxGroup() {
        return this.#group;
    }
}

module.exports = define(TaxItem, 'dw.order.TaxItem', {
    get: { amount: true, taxGroup: true }
});
