'use strict';

const { define } = require('../../internal/bean');
const currencyNames = require('../../internal/currencyNames');
const numbers = require('../../internal/numbers');

/** A currency by its three letters. */
class Currency {
    #code;

    constructor(code) {
        this.#code = code;
    }

    static getCurrency(code) {
        return /^[A-Z]{3}$/.test(code) ? new Currency(code) : null;
    }

    getCurrencyCode() {
        return this.#code;
    }

    getSymbol() {
        return numbers.symbol(this.#code);
    }

    getDefaultFractionDigits() {
        return numbers.fractionDigits(this.#code);
    }

    /** Its English name; one that isn't known goes by its code. */
    getName() {
        return currencyNames[this.#code] || this.#code;
    }

    toString() {
        return this.#code;
    }
}

module.exports = define(Currency, 'dw.util.Currency', {
    get: {
        currencyCode: true,
        symbol: true,
        defaultFractionDigits: true,
        name: true
    }
});
