'use strict';

const { manager } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const PaymentMethod = require('dw/order/PaymentMethod');

let methods = null;

function all() {
    methods = methods || host.call('payment.methods', null).map((document) => new PaymentMethod(document));
    return methods;
}

/** The ways to pay. */
class PaymentMgr {
    static getActivePaymentMethods() {
        return new ArrayList(all().filter((method) => method.active));
    }

    static getApplicablePaymentMethods(customer, countryCode, amount) {
        return new ArrayList(PaymentMgr.getActivePaymentMethods().toArray().filter((method) => method.isApplicable(customer, countryCode, amount)));
    }

    static getPaymentCard(type) {
        return require('dw/order/PaymentCard').all().find((card) => card.cardType === type) || null;
    }

    /** Also one that isn't active. */
    static getPaymentMethod(id) {
        return all().find((method) => method.ID === id) || null;
    }
}

module.exports = manager(PaymentMgr, 'dw.order.PaymentMgr', {
    activePaymentMethods: true
});
