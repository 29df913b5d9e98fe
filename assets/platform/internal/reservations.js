'use strict';

/** Pieces that are held back for baskets, for a time: `{ until, lines: [{ product, list, quantity }] }` by the basket's `uuid`. */

const { table } = require('./tables');

/** The basket whose own pieces don't count at the moment. */
let ignored = null;

function all() {
    return table('reservation', (document) => document);
}

function isValid({ until }) {
    return Date.parse(until) > Date.now();
}

/** What of a basket is held back, in the place of what was before. */
function reserve(uuid, lines, until) {
    all().all().filter((each) => !isValid(each) || each.basket === uuid).forEach((each) => all().remove(each.basket));
    all().create(uuid, { basket: uuid, until: until.toISOString(), lines });
}

function release(uuid) {
    if (all().get(uuid) !== null) {
        all().remove(uuid);
    }
}

/** Until when there is something held back for a basket; null if there isn't. */
function expiry(uuid) {
    const found = all().get(uuid);
    return found === null || !isValid(found) ? null : new Date(found.until);
}

function piecesIn({ lines }, list, product) {
    return lines.filter((line) => line.product === product && line.list === list).reduce((sum, line) => sum + line.quantity, 0);
}

/** The pieces of a product in an inventory list that are held back. */
function held(list, product) {
    return all().all().filter((each) => isValid(each) && each.basket !== ignored).reduce((sum, each) => sum + piecesIn(each, list, product), 0);
}

/** The pieces that are held back for one basket. */
function heldFor(uuid, list, product) {
    const found = all().get(uuid);
    return found === null || !isValid(found) ? 0 : piecesIn(found, list, product);
}

/** Does something as if nothing were held back for a basket. */
function without(uuid, work) {
    const before = ignored;
    ignored = uuid;
    try {
        return work();
    } finally {
        ignored = before;
    }
}

module.exports = { expiry, held, heldFor, release, reserve, without };
