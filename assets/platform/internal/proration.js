'use strict';

/**
 * What each line of a basket or an order bears of discounts that aren't its own alone: those of the whole order, and those
 * for who buys some and gets others, which all lines bear that had a part in it. `related` of an adjustment are the `uuid`s of
 * these lines; without them all lines are.
 */

const { held } = require('./bean');
const Money = require('dw/value/Money');

/** What lines bear of a discount, by their `uuid`s, as they are priced so far. */
function shared(adjustment, lines, prices) {
    const { related } = adjustment[held];
    const bearing = lines.filter((line) => related === undefined || related.includes(line.UUID));
    const own = bearing.length > 0 ? bearing : lines;
    const parts = own.length === 0 ? [] : Money.prorate(adjustment.price, ...own.map((line) => prices.get(line.UUID)));
    return new Map(own.map((line, index) => [line.UUID, parts[index]]));
}

/**
 * `{ prices, shares }`: what lines cost after all discounts, by `uuid`, and `[adjustment, Map]` of each discount, with what
 * each line bears of it. What several lines bear comes after the other discounts of lines, that of the whole order last.
 */
function prorated(container) {
    const lines = container.getAllProductLineItems().toArray();
    const prices = new Map(lines.map((line) => [line.UUID, line.price]));
    const ofLines = lines.flatMap((line) => line.priceAdjustments.toArray().map((adjustment) => ({ line, adjustment })));
    const isShared = ({ adjustment }) => adjustment[held].related !== undefined;
    const shares = ofLines.filter((each) => !isShared(each)).map(({ line, adjustment }) => [adjustment, new Map([[line.UUID, adjustment.price]])]);
    const bear = (parts) => parts.forEach((part, uuid) => prices.set(uuid, prices.get(uuid).add(part)));
    shares.forEach(([, parts]) => bear(parts));
    ofLines.filter(isShared).map(({ adjustment }) => adjustment).concat(container.ofWholeOrder('goods')).forEach((adjustment) => {
        const parts = shared(adjustment, lines, prices);
        shares.push([adjustment, parts]);
        bear(parts);
    });
    return { prices, shares };
}

module.exports = { prorated };
