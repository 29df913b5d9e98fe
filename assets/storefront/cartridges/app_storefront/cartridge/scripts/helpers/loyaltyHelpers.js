'use strict';

/** The least points of each tier. */
var TIERS = { seed: 0, fern: 100, oak: 500 };
var NAMES = Object.keys(TIERS);

/** One point for each whole unit of money that a customer's orders cost. */
function pointsOf(customer) {
    var orders = customer.orderHistory.orders;
    var points = 0;
    while (orders.hasNext()) {
        points += Math.floor(orders.next().totalGrossPrice.value);
    }
    return points;
}

/** The points of a customer, his tier, and the points that are missing for the next one: 0 in the last. */
function balance(customer) {
    var points = pointsOf(customer);
    var reached = NAMES.filter(function (name) { return TIERS[name] <= points; });
    var next = NAMES[reached.length];
    return {
        points: points,
        tier: reached[reached.length - 1],
        missing: next ? TIERS[next] - points : 0,
        orders: customer.orderHistory.orderCount
    };
}

module.exports = { TIERS: TIERS, balance: balance };
