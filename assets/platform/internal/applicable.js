'use strict';

const { isListed } = require('./customerGroups');

/** Whether a way to pay, or a card, is for a customer, a country and an amount: where its data say nothing, it is. */
function isApplicable({ country: countries, currency: currencies, customerGroups, range: ranges }, customer, countryCode, amount) {
    const { currencyCode } = session.currency;
    const isOneOf = (list, wanted) => (list || []).length === 0 || list.includes(wanted);
    const codes = (countries || []).map((country) => country.countryCode || country);
    const value = amount && typeof amount === 'object' ? amount.value : amount;
    const inRange = ({ minPurchaseAmount: least, maxPurchaseAmount: most }) => !(value < least) && !(value > most);
    const own = (ranges || []).filter(({ currency }) => currency === currencyCode);
    const isPaid = value === undefined || value === null || own.every(inRange);
    return (!countryCode || isOneOf(codes, countryCode)) && isOneOf(currencies, currencyCode) && isPaid && (!customer || isListed(customer, customerGroups));
}

module.exports = { isApplicable };
