'use strict';

const prices = require('./prices');
const shop = require('./shop');

function parentOf(id) {
    const book = shop.find('pricebook', id);
    return book === null ? null : book.parent || null;
}

/** A book and all above it. */
function upFrom(id) {
    const path = new Set();
    for (let at = id; at && !path.has(at); at = parentOf(at)) {
        path.add(at);
    }
    return Array.from(path);
}

/** The books of the visitor's source code, as long as it is active. */
function ofSourceCode() {
    const { STATUS_ACTIVE } = require('dw/campaign/SourceCodeInfo');
    const info = typeof session === 'undefined' ? null : session.sourceCodeInfo;
    return info !== null && info.status === STATUS_ACTIVE ? info.group.priceBooks.toArray().map((book) => book.ID) : [];
}

/**
 * The IDs of the price books of which a search takes the lowest price: those that scripts have set for the session and the
 * ones right above these, else those of its source code and of the site and all above them.
 */
exports.searchedBooks = function () {
    const chosen = prices.applicable;
    const found = chosen === null
        ? ofSourceCode().concat(prices.siteBooks()).flatMap(upFrom)
        : chosen.flatMap((id) => upFrom(id).slice(0, 2));
    return Array.from(new Set(found)).sort();
};
