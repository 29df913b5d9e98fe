'use strict';

const { held, define } = require('../../internal/bean');
const { encrypted } = require('../../internal/encrypted');
const fields = require('../../internal/fields');
const { customOf } = require('../../internal/container');
const { typeName } = require('../../internal/typeNames');

const CONSTANTS = { ENCRYPTION_ALGORITHM_RSA: 'RSA', METHOD_CREDIT_CARD: 'CREDIT_CARD', METHOD_GIFT_CERTIFICATE: 'GIFT_CERTIFICATE', METHOD_BANK_TRANSFER: 'BANK_TRANSFER' };

/** The card numbers that scripts of this request have set, by instrument: a whole one is never kept. */
const numbers = new Map();

/** A card or an account with which somebody pays. */
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
        this[held].holder = fields.textOf(name);
    }

    getCreditCardType() {
        return this[held].card_type || null;
    }

    setCreditCardType(type) {
        this[held].card_type = fields.textOf(type);
    }

    /** The whole number in the request in which it was set, else the masked one. */
    getCreditCardNumber() {
        return numbers.get(this[held].uuid) || this.getMaskedCreditCardNumber();
    }

    setCreditCardNumber(number) {
        const text = number === null ? '' : String(number).replace(/[\s-]/g, '');
        numbers.set(this[held].uuid, text);
        Object.assign(this[held], { last_digits: text.slice(-4), number_length: text.length });
    }

    /** The last four, or `count` of them as far as the number is known. */
    getCreditCardNumberLastDigits(count = 4) {
        const known = numbers.get(this[held].uuid) || this[held].last_digits || '';
        return count > 0 ? known.slice(-count) || null : '';
    }

    /** All but the last four masked, or all but `ignore`. */
    getMaskedCreditCardNumber(ignore = 4) {
        const { last_digits: digits, number_length: length } = this[held];
        const shown = this.getCreditCardNumberLastDigits(ignore);
        return digits ? shown.padStart(length || 16, '*') : null;
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

    /** Whether the month on it is over. */
    isCreditCardExpired() {
        const { year, month } = this[held];
        return Boolean(year && month) && new Date(year, month, 1) <= new Date();
    }

    setBankAccountNumber(number) {
        this[held].bank_digits = String(number).replace(/\W/g, '').slice(-4);
    }

    getBankAccountNumber() {
        return this.getMaskedBankAccountNumber();
    }

    getBankAccountNumberLastDigits() {
        return this[held].bank_digits || null;
    }

    getMaskedBankAccountNumber() {
        return this[held].bank_digits ? `************${this[held].bank_digits}` : null;
    }

    /** All but the last four characters are never kept. */
    setBankAccountDriversLicense(license) {
        const text = license === null ? '' : String(license);
        Object.assign(this[held], { license_digits: text.slice(-4), license_length: text.length });
    }

    getBankAccountDriversLicense() {
        return this.getMaskedBankAccountDriversLicense();
    }

    /** The last four, or `count` of them. */
    getBankAccountDriversLicenseLastDigits(count = 4) {
        const digits = this[held].license_digits || null;
        return digits && count > 0 ? digits.slice(-count) : digits && '';
    }

    getMaskedBankAccountDriversLicense(ignore = 4) {
        const shown = this.getBankAccountDriversLicenseLastDigits(ignore);
        return shown === null ? null : shown.padStart(this[held].license_length, '*');
    }

    // With a public key; what is masked is encrypted as it is

    getEncryptedCreditCardNumber(algorithm, key) {
        return encrypted(this.getCreditCardNumber(), algorithm, key);
    }

    getEncryptedBankAccountNumber(algorithm, key) {
        return encrypted(this.getBankAccountNumber(), algorithm, key);
    }

    getEncryptedBankAccountDriversLicense(algorithm, key) {
        return encrypted(this.getBankAccountDriversLicense(), algorithm, key);
    }

    getGiftCertificateID() {
        return this.getGiftCertificateCode();
    }

    setGiftCertificateID(id) {
        this.setGiftCertificateCode(id);
    }

    getGiftCertificateCode() {
        return this[held].gift_certificate || null;
    }

    setGiftCertificateCode(code) {
        this[held].gift_certificate = fields.textOf(code);
    }

    getMaskedGiftCertificateCode() {
        const code = this.getGiftCertificateCode();
        return code && code.replace(/.(?=.{4})/g, '*');
    }

    /** Numbers are kept masked: one is whole only in the request in which it was set. */
    isPermanentlyMasked() {
        return Boolean(this[held].last_digits) && !numbers.has(this[held].uuid);
    }

    getCustom() {
        return customOf(this[held], typeName(this));
    }

    toString() {
        return `[PaymentInstrument method=${this.getPaymentMethod()}]`;
    }
}

module.exports = define(PaymentInstrument, 'dw.order.PaymentInstrument', {
    get: Object.assign({
        UUID: true,
        paymentMethod: true,
        creditCardHolder: true,
        creditCardType: true,
        creditCardNumber: true,
        creditCardNumberLastDigits: true,
        maskedCreditCardNumber: true,
        creditCardExpirationMonth: true,
        creditCardExpirationYear: true,
        custom: true,
        bankAccountNumber: true,
        bankAccountNumberLastDigits: true,
        maskedBankAccountNumber: true,
        bankAccountDriversLicense: true,
        bankAccountDriversLicenseLastDigits: true,
        maskedBankAccountDriversLicense: true,
        giftCertificateCode: true,
        giftCertificateID: true,
        maskedGiftCertificateCode: true
    }, fields.texts(['creditCardToken', 'bankRoutingNumber', 'bankAccountHolder', 'creditCardIssueNumber', 'bankAccountDriversLicenseStateCode']),
    fields.numbers(['creditCardValidFromMonth', 'creditCardValidFromYear'], 0)),
    is: { creditCardExpired: true, permanentlyMasked: true },
    constants: CONSTANTS,
    apart: ['bankAccountDriversLicense', 'bankAccountDriversLicenseLastDigits', 'maskedBankAccountDriversLicense']
});
