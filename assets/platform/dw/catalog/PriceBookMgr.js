'use strict';

const { manager } = require('../../internal/bean');
const shop = require('../../internal/shop');
const prices = require('../../internal/prices');
const ArrayList = require('dw/util/ArrayList');
const PriceBook = require('dw/catalog/PriceBook');

let books = null;

function all() {
    if (books === null) {
        books = shop.list('pricebook').map((document) => new PriceBook(document));
    }
    return books;
}

/** Price books, and which of them apply to this session. */
class PriceBookMgr {
    static getAllPriceBooks() {
        return new ArrayList(all());
    }

    static getSitePriceBooks() {
        const ids = prices.siteBooks();
        return new ArrayList(all().filter((book) => ids.includes(book.ID)));
    }

    static getPriceBook(id) {
        return all().find((book) => book.ID === id) || null;
    }

    /** Those that a script set for the session; none means that all of the site apply. */
    static getApplicablePriceBooks() {
        return new ArrayList((prices.applicable || []).map(PriceBookMgr.getPriceBook).filter(Boolean));
    }

    static setApplicablePriceBooks(...given) {
        const list = given.length === 1 && given[0] && typeof given[0].toArray === 'function' ? given[0].toArray() : given;
        const ids = [].concat(...list).filter(Boolean).map((book) => book.ID);
        prices.applicable = ids.length > 0 ? ids : null;
    }
}

module.exports = manager(PriceBookMgr, 'dw.catalog.PriceBookMgr', {
    allPriceBooks: () => PriceBookMgr.getAllPriceBooks(),
    sitePriceBooks: () => PriceBookMgr.getSitePriceBooks(),
    applicablePriceBooks: () => PriceBookMgr.getApplicablePriceBooks()
});
