'use strict';

/** Whether a way to pay, or a card, is for a country and an amount: where its data say nothing, it is. */
function isApplicable({ countries, currencies, paymentAmountRange: ranges }, countryCode, amount) {
    const codes = (countries || []).map((country) => country.countryCode || country);
    const value = amount && typeof amount === 'object' ? amount.value : amount;
    const inRange = ({ minAmount, maxAmount }) => !(value < minAmount) && !(value > maxAmount);
    const isInCountry = codes.length === 0 || !countryCode || codes.includes(countryCode);
    const isPaid = value === undefined || value === null || (ranges || []).every(inRange);
    return isInCountry && isPaid && (!currencies || currencies.split(',').includes(session.currency.currencyCode));
}

module.exports = { isApplicable };
