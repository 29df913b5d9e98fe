'use strict';

const { manager } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const PaymentMethod = require('dw/order/PaymentMethod');

let methods = null;

/** The ways to pay. */
class PaymentMgr {
    static getActivePaymentMethods() {
        methods = methods || host.call('payment.methods', null).map((document) => new PaymentMethod(document));
        return new ArrayList(methods);
    }

    static getApplicablePaymentMethods(customer, countryCode, amount) {
        return new ArrayList(PaymentMgr.getActivePaymentMethods().toArray().filter((method) => method.isApplicable(customer, countryCode, amount)));
    }

    static getPaymentCard(type) {
        return require('dw/order/PaymentCard').all().find((card) => card.cardType === type) || null;
    }

    static getPaymentMethod(id) {
        return PaymentMgr.getActivePaymentMethods().toArray().find((method) => method.ID === id) || null;
    }
}

module.exports = manager(PaymentMgr, 'dw.order.PaymentMgr', {
    activePaymentMethods: () => PaymentMgr.getActivePaymentMethods()
});
