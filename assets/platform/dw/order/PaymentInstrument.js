'use strict';

const { held, define } = require('../../internal/bean');
const { customOf } = require('../../internal/container');

const METHODS = { METHOD_CREDIT_CARD: 'CREDIT_CARD', METHOD_GIFT_CERTIFICATE: 'GIFT_CERTIFICATE', METHOD_BANK_TRANSFER: 'BANK_TRANSFER' };

/** A card or an account with which somebody pays. The whole card number is never kept. */
class PaymentInstrument {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getUUID() {
        return this[held].uuid;
    }

    getPaymentMethod() {
        return this[held].method;
    }

    getCreditCardHolder() {
        return this[held].holder || null;
    }

    setCreditCardHolder(name) {
        this[held].holder = name;
    }

    getCreditCardType() {
        return this[held].card_type || null;
    }

    setCreditCardType(type) {
        this[held].card_type = type;
    }

    getCreditCardNumber() {
        return this.getMaskedCreditCardNumber();
    }

    setCreditCardNumber(number) {
        this[held].last_digits = String(number).replace(/\D/g, '').slice(-4);
    }

    getCreditCardNumberLastDigits() {
        return this[held].last_digits || null;
    }

    getMaskedCreditCardNumber() {
        return this[held].last_digits ? `************${this[held].last_digits}` : null;
    }

    getCreditCardExpirationMonth() {
        return this[held].month || 0;
    }

    setCreditCardExpirationMonth(month) {
        this[held].month = Number(month);
    }

    getCreditCardExpirationYear() {
        return this[held].year || 0;
    }

    setCreditCardExpirationYear(year) {
        this[held].year = Number(year);
    }

    getCustom() {
        return customOf(this[held]);
    }

    toString() {
        return `[PaymentInstrument method=${this.getPaymentMethod()}]`;
    }
}

module.exports = define(PaymentInstrument, 'dw.order.PaymentInstrument', {
    get: {
        UUID: (it) => it.getUUID(),
        paymentMethod: (it) => it.getPaymentMethod(),
        creditCardHolder: { get: (it) => it.getCreditCardHolder() },
        creditCardType: { get: (it) => it.getCreditCardType() },
        creditCardNumber: { get: (it) => it.getCreditCardNumber() },
        creditCardNumberLastDigits: (it) => it.getCreditCardNumberLastDigits(),
        maskedCreditCardNumber: (it) => it.getMaskedCreditCardNumber(),
        creditCardExpirationMonth: { get: (it) => it.getCreditCardExpirationMonth() },
        creditCardExpirationYear: { get: (it) => it.getCreditCardExpirationYear() },
        custom: (it) => it.getCustom()
    },
    constants: METHODS
});
