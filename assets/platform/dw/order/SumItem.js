'use strict';

const { define, held } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const TaxItem = require('dw/order/TaxItem');

/** The prices of several items together. */
class SumItem {
    #items;
    #order;

    constructor(items, order) {
        this.#items = items;
        this.#order = order;
    }

    #sum(name) {
        return this.#items.map((item) => item[name]).reduce((sum, amount) => (amount.available ? sum.add(amount) : sum), this.#order.money(0));
    }

    getNetPrice() {
        return this.#sum('netPrice');
    }

    getTax() {
        return this.#sum('tax');
    }

    getGrossPrice() {
        return this.#sum('grossPrice');
    }

    getTaxBasis() {
        return this.#sum('taxBasis');
    }

    /** One a tax. */
    getTaxItems() {
        const groups = new Map();
        for (const { amount, taxGroup } of [].concat(...this.#items.map((item) => item.taxItems.toArray()))) {
            const key = JSON.stringify(taxGroup[held], ['type', 'caption', 'description', 'rate']);
            const before = groups.get(key);
            groups.set(key, new TaxItem(before ? before.amount.add(amount) : amount, taxGroup));
        }
        return new ArrayList(Array.from(groups.values()));
    }

    toString() {
        return `[SumItem ${this.getGrossPrice()}]`;
    }
}

module.exports = define(SumItem, 'dw.order.SumItem', {
    get: {
        netPrice: true,
        tax: true,
        grossPrice: true,
        taxBasis: true,
        taxItems: true
    },
    apart: ['taxItems']
});
