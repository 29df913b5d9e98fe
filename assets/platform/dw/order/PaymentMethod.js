'use strict';

const { held, define } = require('../../internal/bean');
const PaymentProcessor = require('dw/order/PaymentProcessor');

/** A way to pay. */
class PaymentMethod {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getName() {
        return require('dw/web/Resource').msg(`payment.${this[held].id}`, 'checkout', this[held].id);
    }

    getPaymentProcessor() {
        return new PaymentProcessor(this[held].processor);
    }

    isActive() {
        return true;
    }

    toString() {
        return `[PaymentMethod id=${this[held].id}]`;
    }
}

module.exports = define(PaymentMethod, 'dw.order.PaymentMethod', {
    get: {
        ID: (method) => method.getID(),
        name: (method) => method.getName(),
        paymentProcessor: (method) => method.getPaymentProcessor()
    },
    is: { active: (method) => method.isActive() }
});
