'use strict';

const { held, define } = require('../../internal/bean');
const PaymentInstrument = require('dw/order/PaymentInstrument');
const PaymentTransaction = require('dw/order/PaymentTransaction');

/** A payment in a basket or an order, with its transaction. */
class OrderPaymentInstrument extends PaymentInstrument {
    constructor(document, container) {
        super(document);
        Object.defineProperty(this, 'owner', { value: container, enumerable: false });
    }

    getPaymentTransaction() {
        return new PaymentTransaction(this[held].payment, this);
    }

    /** What of it was captured, or given back, for invoices too. */
    #moved(type) {
        const own = this.getPaymentTransaction();
        const all = this.owner.invoiceTransactions().filter((transaction) => transaction.paymentInstrument.UUID === this.UUID).concat(own);
        return all.filter((transaction) => transaction.type.value === type).reduce((sum, { amount }) => sum.add(amount), own.amount.multiply(0));
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
        paymentTransaction: true,
        capturedAmount: true,
        refundedAmount: true
    }
});
