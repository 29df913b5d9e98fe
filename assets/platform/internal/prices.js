'use strict';

/**
 * What a product's document costs: `prices` is `{ currency: { book: [{ steps: [[from quantity, amount]] }] } }`. `from`, `to`,
 * `bookFrom` and `bookTo` are when such a price, and its book, are online, and `info` is what is said of it; the first one that
 * is online counts.
 */

const context = require('./context');
const { edited } = require('./edited');

/** The books that a script has set for its session; without them all of the site's apply. */
function chosen() {
    return context.session.price_books || null;
}

function currency() {
    return typeof session === 'undefined' ? context.site.currency : session.currency.currencyCode;
}

/** Most prices are for ever, and need no clock. */
function isBetween(from, to) {
    return (!from || !(new Date(from) > Date.now())) && (!to || !(new Date(to) <= Date.now()));
}

const NONE = [];

/** The price in a book that is online; nothing if there is none. */
function entry({ prices }, book, code = currency()) {
    const found = (prices[code] || NONE)[book] || NONE;
    return found.find((each) => isBetween(each.from, each.to) && isBetween(each.bookFrom, each.bookTo));
}

/** A book behind those from which it derives, so many of them at most. */
function withParents(book, most) {
    const path = [];
    for (let at = book; at && !path.includes(at) && path.length <= most; at = parentOf(at)) {
        path.unshift(at);
    }
    return path;
}

function parentOf(book) {
    const found = require('./shop').find('pricebook', book);
    return found === null ? null : found.parent;
}

/** The books of the source code by which the visitor came, if that is a valid one. */
function ofSourceCode() {
    const { STATUS_ACTIVE } = require('dw/campaign/SourceCodeInfo');
    const info = typeof session === 'undefined' ? null : session.sourceCodeInfo;
    return info === null || info.status !== STATUS_ACTIVE ? [] : info.group.priceBooks.toArray().map((book) => book.ID);
}

/** Those that the archive's preferences name; all if they name none. */
function archived({ standardPreferences }) {
    const named = String((standardPreferences || {}).SitePriceBooks || '').split(/[:,]/).map((id) => id.trim()).filter(Boolean);
    return { ids: named.length > 0 ? named : require('./shop').list('pricebook').map(({ id }) => id) };
}

const ofSites = new WeakMap();

/** `{ ids }` of the books that the site sells at the prices of: those that its archive says, or that scripts have assigned. */
function assigned() {
    const { site } = context;
    if (!ofSites.has(site)) {
        ofSites.set(site, archived(site));
    }
    return edited('site-price-books', site.id, ofSites.get(site));
}

function siteBooks() {
    return assigned().ids;
}

let last = { key: null, books: [] };

/**
 * The books that apply, those from which they derive before them: what a script has set with those right above, else the
 * source code's and the site's with all above.
 */
function applying() {
    const own = chosen();
    const ids = own || siteBooks().concat(ofSourceCode());
    const key = `${own === null} ${ids.join()}`;
    if (last.key !== key) {
        const most = own === null ? Infinity : 1;
        last = { key, books: Array.from(new Set(ids.flatMap((book) => withParents(book, most)))) };
    }
    return last.books;
}

/** `[book, steps]` of the books that apply where they have a price. */
function tables(document) {
    return applying().filter((book) => entry(document, book) !== undefined).map((book) => [book, entry(document, book).steps]);
}

/** The amount of a piece when that many are bought; null if there is none for so few. */
function amountAt(steps, quantity) {
    const reached = steps.findLast(([from]) => from <= quantity);
    return reached === undefined ? null : reached[1];
}

function bestOf(document, books, code, pieces) {
    let low = null;
    books.forEach((book) => {
        const found = entry(document, book, code);
        const amount = found === undefined ? null : amountAt(found.steps, pieces);
        if (amount !== null && (low === null || Number(amount) <= Number(low.amount))) {
            low = { book, amount };
        }
    });
    return low;
}

/** `{ book, amount }` of the lowest price; of two alike that of the later book, which is the special one. Less than one costs as one. */
function best(document, quantity) {
    return bestOf(document, applying(), currency(), Math.max(1, quantity));
}

/** `[lowest, highest]` of such prices that are known; null if none is. */
function outermost(prices) {
    const known = prices.filter((price) => price !== null);
    const reached = (isBeyond) => known.reduce((most, price) => (isBeyond(Number(price.amount), Number(most.amount)) ? price : most));
    return known.length === 0 ? null : [reached((one, other) => one < other), reached((one, other) => one > other)];
}

/** `[lowest, highest]` of what one piece of each of several documents costs; null if nothing has a price. */
function span(documents) {
    const [books, code] = [applying(), currency()];
    return outermost(documents.map((document) => bestOf(document, books, code, 1)));
}

/** `{ book, amount }` in one book, of the site or not; null if it has none. */
function inBook(document, book, quantity = 1) {
    const found = entry(document, book);
    const amount = found ? amountAt(found.steps, quantity) : null;
    return amount === null ? null : { book, amount };
}

/** The quantities from which on there is another price. */
function quantities(document) {
    const from = tables(document).flatMap(([, steps]) => steps.map(([quantity]) => quantity));
    return Array.from(new Set(from)).sort((left, right) => left - right);
}

module.exports = {
    applying, currency, entry, best, inBook, outermost, quantities, span, tables, assigned, siteBooks,
    get applicable() { return chosen(); },
    set applicable(books) { context.session.price_books = books; }
};
