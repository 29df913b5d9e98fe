'use strict';

const { held, define } = require('../../internal/bean');
const PaymentInstrument = require('dw/order/PaymentInstrument');
const PaymentTransaction = require('dw/order/PaymentTransaction');

/** A payment in a basket or an order, with its transaction. */
class OrderPaymentInstrument extends PaymentInstrument {
    getPaymentTransaction() {
        return new PaymentTransaction(this[held].payment);
    }
}

module.exports = define(OrderPaymentInstrument, 'dw.order.OrderPaymentInstrument', {
    get: { paymentTransaction: (instrument) => instrument.getPaymentTransaction() }
});
