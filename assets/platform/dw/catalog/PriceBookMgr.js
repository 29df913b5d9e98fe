'use strict';

const { manager } = require('../../internal/bean');
const changing = require('../../internal/changing');
const context = require('../../internal/context');
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

/** What the site sells by: `change` makes of the IDs of its books those that it has from now on. */
function assign(book, siteID, change) {
    if (!(book instanceof PriceBook)) {
        throw new TypeError('The price book must not be null');
    }
    if (siteID !== context.site.id) {
        throw new TypeError(`There is no storefront site ${siteID}`);
    }
    const assigned = prices.assigned();
    assigned.ids = change(assigned.ids.filter((id) => id !== book.ID));
    return true;
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

    static assignPriceBookToSite(book, siteID) {
        return assign(book, siteID, (others) => others.concat(book.ID));
    }

    static unassignPriceBookFromSite(book, siteID) {
        return assign(book, siteID, (others) => others);
    }

    static unassignPriceBookFromAllSites(book) {
        return assign(book, context.site.id, (others) => others);
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

module.exports = manager(changing(PriceBookMgr, ['assignPriceBookToSite', 'unassignPriceBookFromAllSites', 'unassignPriceBookFromSite']), 'dw.catalog.PriceBookMgr', {
    allPriceBooks: true,
    sitePriceBooks: true,
    applicablePriceBooks: true
});
