'use strict';

const { held, define } = require('../../internal/bean');
const context = require('../../internal/context');
const { facts } = require('../../internal/fields');

/** Prices in one currency. */
class PriceBook {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getCurrencyCode() {
        return this[held].currency || context.site.currency;
    }

    getParentPriceBook() {
        return this[held].parent ? require('dw/catalog/PriceBookMgr').getPriceBook(this[held].parent) : null;
    }

    getOnlineFlag() {
        return this[held].online !== false;
    }

    isOnline() {
        const { onlineFrom, onlineTo } = this[held];
        const now = new Date();
        return this.getOnlineFlag() && !(onlineFrom && new Date(onlineFrom) > now) && !(onlineTo && new Date(onlineTo) < now);
    }

    toString() {
        return `[PriceBook id=${this[held].id}]`;
    }
}

module.exports = define(PriceBook, 'dw.catalog.PriceBook', {
    get: Object.assign({
        ID: (book) => book[held].id,
        currencyCode: (book) => book.getCurrencyCode(),
        parentPriceBook: (book) => book.getParentPriceBook(),
        onlineFlag: (book) => book.getOnlineFlag()
    }, facts(['displayName', 'description'])),
    is: { online: (book) => book.isOnline() }
});
