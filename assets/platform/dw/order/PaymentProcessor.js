'use strict';

const { define } = require('../../internal/bean');

/** The service behind a payment method; its id names the payment hooks. */
class PaymentProcessor {
    #id;

    constructor(id) {
        this.#id = id;
    }

    getID() {
        return this.#id;
    }

    toString() {
        return `[PaymentProcessor id=${this.#id}]`;
    }
}

module.exports = define(PaymentProcessor, 'dw.order.PaymentProcessor', { get: { ID: (processor) => processor.getID() } });
