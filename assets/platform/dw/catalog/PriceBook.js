'use strict';

const { held, define } = require('../../internal/bean');
const context = require('../../internal/context');
const { dates, facts } = require('../../internal/fields');
const { isOnline } = require('../../internal/online');

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
        return isOnline(this);
    }

    toString() {
        return `[PriceBook id=${this[held].id}]`;
    }
}

module.exports = define(PriceBook, 'dw.catalog.PriceBook', {
    get: Object.assign({
        ID: (book) => book[held].id,
        currencyCode: true,
        parentPriceBook: true,
        onlineFlag: true,
        onlineFrom: dates(['onlineFrom']).onlineFrom.get,
        onlineTo: dates(['onlineTo']).onlineTo.get
    }, facts(['displayName', 'description'])),
    is: { online: true }
});
