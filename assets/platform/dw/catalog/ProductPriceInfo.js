'use strict';

const { define } = require('../../internal/bean');
const Money = require('dw/value/Money');

function date(text) {
    return text ? new Date(text) : null;
}

/** A price, and the price book that it stands in; `entry` is what the book says of it. */
class ProductPriceInfo {
    #model;
    #price;
    #entry;
    #book;

    constructor(model, price, entry, book) {
        this.#model = model;
        this.#price = price;
        this.#entry = entry;
        this.#book = book;
    }

    getPrice() {
        return this.#price;
    }

    getPriceBook() {
        return require('dw/catalog/PriceBookMgr').getPriceBook(this.#book);
    }

    getPriceInfo() {
        return this.#entry.info || null;
    }

    getOnlineFrom() {
        return date(this.#entry.from);
    }

    getOnlineTo() {
        return date(this.#entry.to);
    }

    /** By how many percent it is below what one piece costs in its book. */
    getPercentage() {
        const base = new Money(this.#entry.steps[0][1], this.#price.currencyCode);
        return this.#model.getPricePercentage(base, this.#price);
    }
}

module.exports = define(ProductPriceInfo, 'dw.catalog.ProductPriceInfo', {
    get: {
        price: true,
        priceBook: true,
        priceInfo: true,
        percentage: true,
        onlineFrom: true,
        onlineTo: true
    }
});
