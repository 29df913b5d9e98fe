'use strict';

/** Taxes of prices: with a gross policy they are in the price, with a net policy they come on top. */

function manager() {
    return require('dw/order/TaxMgr');
}

function isNet() {
    return manager().getTaxationPolicy() === manager().TAX_POLICY_NET;
}

function rounded(price, amount) {
    return price.newMoney(amount.round(require('dw/util/Currency').getCurrency(price.currencyCode).defaultFractionDigits));
}

/** The tax of a price at a rate, in whole pieces of the currency's smallest coin; not available without a rate. */
function taxOf(price, rate) {
    if (!price.available || rate === null) {
        return require('dw/value/Money').NOT_AVAILABLE;
    }
    const amount = price.decimalValue;
    return rounded(price, isNet() ? amount.multiply(rate) : amount.subtract(amount.divide(1 + rate)));
}

/** The same of several at once: one of these rates of a price that has, or gets, the taxes of all of them. */
function shareOf(price, rate, all) {
    if (!price.available) {
        return require('dw/value/Money').NOT_AVAILABLE;
    }
    const net = isNet() ? price.decimalValue : price.decimalValue.divide(1 + all);
    return rounded(price, net.multiply(rate));
}

function netOf(price, tax) {
    return isNet() ? price : price.subtract(tax);
}

function grossOf(price, tax) {
    return isNet() ? price.add(tax) : price;
}

/** The rate of a class where nothing says where: in the default jurisdiction. */
function usualRate(taxClass) {
    return manager().getTaxRate(taxClass, manager().getDefaultTaxJurisdictionID()) || 0;
}

module.exports = { grossOf, isNet, netOf, shareOf, taxOf, usualRate };
