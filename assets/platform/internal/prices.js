'use strict';

/**
 * What a product's document costs: `prices` is `{ currency: { books: { id: [[from quantity, amount]] }, others: { … } } }`,
 * where the site doesn't sell at the prices of `others`.
 */

const context = require('./context');

/** The books that a script has set for its session; without them all of the site's apply. */
let applicable = null;

function currency() {
    return typeof session === 'undefined' ? context.site.currency : session.currency.currencyCode;
}

/** `[book, steps]` of all books that have a price. */
function tables({ prices }) {
    return Object.entries((prices[currency()] || { books: {} }).books);
}

/** The amount of a piece when that many are bought; null if there is none for so few. */
function amountAt(steps, quantity) {
    const reached = steps.filter(([from]) => from <= quantity);
    return reached.length === 0 ? null : reached[reached.length - 1][1];
}

/** `{ book, amount }` of the lowest price among books; of two alike that of the later book, which is the special one. */
function best(document, quantity, books = applicable) {
    const offers = tables(document)
        .filter(([book]) => books === null || books.includes(book))
        .map(([book, steps]) => ({ book, amount: amountAt(steps, quantity) }))
        .filter(({ amount }) => amount !== null);
    return offers.reduce((low, offer) => (low === null || Number(offer.amount) <= Number(low.amount) ? offer : low), null);
}

/** `{ book, amount }` in one book, of the site or not; null if it has none. */
function inBook(document, book, quantity = 1) {
    const { others } = document.prices[currency()] || {};
    const found = tables(document).concat(Object.entries(others || {})).find(([id]) => id === book);
    const amount = found ? amountAt(found[1], quantity) : null;
    return amount === null ? null : { book, amount };
}

/** The quantities from which on there is another price. */
function quantities(document) {
    const books = tables(document).filter(([book]) => applicable === null || applicable.includes(book));
    const from = books.flatMap(([, steps]) => steps.map(([quantity]) => quantity));
    return Array.from(new Set(from)).sort((left, right) => left - right);
}

module.exports = {
    currency, best, inBook, quantities, tables,
    get applicable() { return applicable; },
    set applicable(books) { applicable = books; }
};
