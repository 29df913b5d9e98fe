'use strict';

/** Taxes of prices: with a gross policy they are in the price, with a net policy they come on top. */

function manager() {
    return require('dw/order/TaxMgr');
}

function isNet() {
    return manager().getTaxationPolicy() === manager().TAX_POLICY_NET;
}

/** The tax of a price at a rate, in whole pieces of the currency's smallest coin; not available without a rate. */
function taxOf(price, rate) {
    if (!price.available || rate === null) {
        return require('dw/value/Money').NOT_AVAILABLE;
    }
    const digits = require('dw/util/Currency').getCurrency(price.currencyCode).defaultFractionDigits;
    const amount = price.decimalValue;
    const tax = isNet() ? amount.multiply(rate) : amount.subtract(amount.divide(1 + rate));
    return price.newMoney(tax.round(digits));
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

module.exports = { grossOf, isNet, netOf, taxOf, usualRate };
