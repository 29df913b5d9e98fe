'use strict';

const { define } = require('../../internal/bean');
const prices = require('../../internal/prices');
const ArrayList = require('dw/util/ArrayList');
const Money = require('dw/value/Money');
const Quantity = require('dw/value/Quantity');

/** Prices by quantity: what one piece costs when that many are bought. */
class ProductPriceTable {
    #model;
    #document;

    constructor(model, document) {
        this.#model = model;
        this.#document = document;
    }

    #steps() {
        return this.#document.type === 'master' ? [] : prices.quantities(this.#document);
    }

    getQuantities() {
        return new ArrayList(this.#steps().map((from) => new Quantity(from, '')));
    }

    /** The next quantity that has another price; nothing after the last. */
    getNextQuantity(quantity) {
        const next = this.#steps().find((from) => from > quantity.value);
        return next === undefined ? null : new Quantity(next, '');
    }

    /** By how many percent a piece is cheaper than at the lowest quantity. */
    getPercentage(quantity) {
        const first = this.getPrice(new Quantity(this.#steps()[0] || 1, ''));
        return this.#model.getPricePercentage(first, this.getPrice(quantity));
    }

    getPrice(quantity) {
        return quantity ? this.#model.getPrice(quantity) : Money.NOT_AVAILABLE;
    }

    getPriceBook(quantity) {
        const found = prices.best(this.#document, quantity.value);
        return found === null ? null : require('dw/catalog/PriceBookMgr').getPriceBook(found.book);
    }
}

module.exports = define(ProductPriceTable, 'dw.catalog.ProductPriceTable', { get: { quantities: true } });
