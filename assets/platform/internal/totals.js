'use strict';

const { grossOf, isNet, netOf, usualRate } = require('./taxes');

/** Which price of which lines each total is of; those of a whole order get its own discounts too. */
const TOTALS = {
    merchandizeTotal: ['goods', 'price'],
    adjustedMerchandizeTotal: ['goods', 'adjustedPrice'],
    shippingTotal: ['freight', 'price'],
    adjustedShippingTotal: ['freight', 'adjustedPrice']
};

/** All of the amounts; not available if one of them isn't. */
function sum(amounts, nothing) {
    return amounts.reduce((all, amount) => all.add(amount), nothing);
}

function taxes(it, name) {
    const [lines, price] = TOTALS[name];
    const own = it.taxed(lines).map((line) => (price === 'price' ? line.tax : line.adjustedTax));
    const ofOrder = price === 'price' ? [] : it.ofWholeOrder(lines).map((adjustment) => adjustment.tax);
    return sum(own.concat(ofOrder), it.noMoney());
}

/** Gift certificates are no merchandise, and have no tax. */
function gifts(it) {
    return sum(it.giftCertificateLineItems.toArray().map((line) => line.price), it.noMoney());
}

/**
 * Gross, net and tax of the totals that baskets, orders and shipments have. They have `taxed(lines)`, the lines that are
 * `goods` or `freight`, `ofWholeOrder(lines)`, its discounts on all of these together, and `noMoney()`, an amount of 0.
 */
const totals = {};
Object.keys(TOTALS).forEach((name) => {
    totals[`${name}Tax`] = (it) => taxes(it, name);
    totals[`${name}GrossPrice`] = (it) => grossOf(it[`${name}Price`], taxes(it, name));
    totals[`${name}NetPrice`] = (it) => netOf(it[`${name}Price`], taxes(it, name));
});
totals.totalTax = (it) => it.adjustedMerchandizeTotalTax.add(it.adjustedShippingTotalTax);
totals.totalNetPrice = (it) => it.adjustedMerchandizeTotalNetPrice.add(it.adjustedShippingTotalNetPrice).add(gifts(it));
totals.totalGrossPrice = (it) => it.adjustedMerchandizeTotalGrossPrice.add(it.adjustedShippingTotalGrossPrice).add(gifts(it));

/** The rate of several lines together, by their prices. */
function taxRate(lines) {
    const priced = lines.filter((line) => line.price.available && line.price.value > 0);
    if (priced.length > 0 && priced.every((line) => line.taxRate === priced[0].taxRate)) {
        return priced[0].taxRate;
    }
    const net = ({ price, taxRate: rate }) => (isNet() ? price.value : price.value / (1 + rate));
    const base = priced.reduce((all, line) => all + net(line), 0);
    const tax = priced.reduce((all, line) => all + net(line) * line.taxRate, 0);
    return base === 0 ? usualRate(require('dw/order/TaxMgr').defaultTaxClassID) : tax / base;
}

module.exports = { sum, taxRate, totals };
