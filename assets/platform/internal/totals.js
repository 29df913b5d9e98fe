'use strict';

/** The net part of a gross amount, at the rate of what it belongs to. */
function taxIn(money, rate) {
    return money.available ? money.subtract(money.divide(1 + rate)) : money;
}

/** Without lines there is no other rate. */
const USUAL = 0.2;

function cents(money) {
    return money.newMoney(money.decimalValue.round(2));
}

/** Gross, net and tax of the totals that baskets, orders and shipments have: prices are gross. */
const totals = {};
['merchandizeTotal', 'adjustedMerchandizeTotal', 'shippingTotal', 'adjustedShippingTotal'].forEach((name) => {
    const gross = (it) => it[`${name}Price`];
    const tax = (it) => cents(taxIn(gross(it), it.taxRate()));
    totals[`${name}GrossPrice`] = gross;
    totals[`${name}Tax`] = tax;
    totals[`${name}NetPrice`] = (it) => gross(it).subtract(tax(it));
});
totals.totalTax = (it) => cents(taxIn(it.totalGrossPrice, it.taxRate()));
totals.totalNetPrice = (it) => it.totalGrossPrice.subtract(it.totalTax);

/** The rate of several lines together, by their prices. */
function taxRate(lines) {
    const [net, gross] = lines.filter((line) => line.price.available && line.price.value > 0)
        .reduce(([allNet, allGross], { price, taxRate: rate }) => [allNet + price.value / (1 + rate), allGross + price.value], [0, 0]);
    return net === 0 ? USUAL : gross / net - 1;
}

module.exports = { taxRate, totals };
