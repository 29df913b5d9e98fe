'use strict';

const { held, define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const CustomerPaymentInstrument = require('dw/customer/CustomerPaymentInstrument');

/** What is met of a wallet is the same object all through a request. */
const known = new WeakMap();

function instrumentOf(document) {
    if (!known.has(document)) {
        known.set(document, new CustomerPaymentInstrument(document));
    }
    return known.get(document);
}

/** How a customer pays. */
class Wallet {
    constructor(profile) {
        Object.defineProperty(this, held, { value: profile });
    }

    #documents() {
        this[held].wallet = this[held].wallet || [];
        return this[held].wallet;
    }

    /** All of them, or those of a payment method. */
    getPaymentInstruments(methodID) {
        const wanted = this.#documents().filter((document) => methodID === undefined || methodID === null || document.method === methodID);
        return new ArrayList(wanted.map(instrumentOf));
    }

    createPaymentInstrument(methodID) {
        const document = { uuid: host.call('random.id', null), created: new Date().toISOString(), method: String(methodID), custom: {} };
        this.#documents().push(document);
        return instrumentOf(document);
    }

    removePaymentInstrument(instrument) {
        this[held].wallet = this.#documents().filter((document) => document.uuid !== instrument.UUID);
    }

    getDefaultPaymentInstrument() {
        const [first] = this.#documents();
        return first === undefined ? null : instrumentOf(first);
    }

    toString() {
        return `[Wallet ${this.#documents().length}]`;
    }
}

module.exports = define(Wallet, 'dw.customer.Wallet', {
    changes: ['createPaymentInstrument', 'removePaymentInstrument'],
    get: { paymentInstruments: true, defaultPaymentInstrument: true }
});
