'use strict';

const { define } = require('../../internal/bean');
const { illegal } = require('../../internal/errors');

/** One of several taxes of a line: with an amount of its own, or one that is reckoned by its rate. */
class LineItemTax {
    #id;
    #rate;
    #value;

    constructor(id, rate, value = null) {
        if (!Number.isFinite(Number(rate))) {
            throw illegal('A tax has a rate');
        }
        this.#id = id === null || id === undefined ? null : String(id);
        this.#rate = Number(rate);
        this.#value = value || null;
    }

    getTaxId() {
        return this.#id;
    }

    getTaxRate() {
        return this.#rate;
    }

    getTaxValue() {
        return this.#value;
    }

    toString() {
        return `[LineItemTax taxId=${this.#id} taxRate=${this.#rate}]`;
    }
}

module.exports = define(LineItemTax, 'dw.order.LineItemTax', {
    get: {
        taxId: true,
        taxRate: true,
        taxValue: true
    }
});
