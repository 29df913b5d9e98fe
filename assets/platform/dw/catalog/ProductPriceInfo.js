'use strict';

const { define } = require('../../internal/bean');

/** A price, and the price book that it stands in. */
class ProductPriceInfo {
    #price;
    #book;

    constructor(price, book) {
        this.#price = price;
        this.#book = book;
    }

    getPrice() {
        return this.#price;
    }

    getPriceBook() {
        return require('dw/catalog/PriceBookMgr').getPriceBook(this.#book);
    }
}

module.exports = define(ProductPriceInfo, 'dw.catalog.ProductPriceInfo', {
    get: {
        price: (info) => info.getPrice(),
        priceBook: (info) => info.getPriceBook(),
        priceInfo: () => null,
        percentage: () => 0,
        onlineFrom: () => null,
        onlineTo: () => null
    }
});
