'use strict';

const { held, define } = require('../../internal/bean');
const PaymentInstrument = require('dw/order/PaymentInstrument');
const PaymentTransaction = require('dw/order/PaymentTransaction');

/** A payment in a basket or an order, with its transaction. */
class OrderPaymentInstrument extends PaymentInstrument {
    getPaymentTransaction() {
        return new PaymentTransaction(this[held].payment, this);
    }

    /** What of it was captured, or given back. */
    #moved(type) {
        const { amount, type: own } = this.getPaymentTransaction();
        return own.value === type ? amount : amount.multiply(0);
    }

    getCapturedAmount() {
        return this.#moved('CAPTURE');
    }

    getRefundedAmount() {
        return this.#moved('CREDIT');
    }
}

module.exports = define(OrderPaymentInstrument, 'dw.order.OrderPaymentInstrument', {
    get: {
        paymentTransaction: (instrument) => instrument.getPaymentTransaction(),
        capturedAmount: (instrument) => instrument.getCapturedAmount(),
        refundedAmount: (instrument) => instrument.getRefundedAmount()
    }
});
