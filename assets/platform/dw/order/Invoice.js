'use strict';

const { held, define } = require('../../internal/bean');
const { constantsOf, itemConstants } = require('../../internal/filters');
const ledger = require('../../internal/ledger');
const { choice, constants, id, kept, live, valid } = require('../../internal/paperwork');
const AbstractItemCtnr = require('dw/order/AbstractItemCtnr');
const FilteringCollection = require('dw/util/FilteringCollection');
const InvoiceItem = require('dw/order/InvoiceItem');
const PaymentTransaction = require('dw/order/PaymentTransaction');

const STATUSES = ['NOT_PAID', 'MANUAL', 'PAID', 'FAILED'];
const TYPES = ['SHIPPING', 'RETURN', 'RETURN_CASE', 'APPEASEMENT'];

/** What is to be captured of a payment, or given back. */
class Invoice extends AbstractItemCtnr {
    itemOf(document) {
        return new InvoiceItem(document, this);
    }

    getInvoiceNumber() {
        return this[held].number;
    }

    getType() {
        return choice(this[held].type);
    }

    setStatus(status) {
        this.change({ status: valid(STATUSES, status) });
    }

    #isDebit() {
        return this[held].type === 'SHIPPING';
    }

    #accounted() {
        const name = this.#isDebit() ? 'capture' : 'refund';
        const { hasHook, callHook } = require('dw/system/HookMgr');
        const status = hasHook(`dw.order.payment.${name}`) ? callHook(`dw.order.payment.${name}`, name, this) : undefined;
        const isPaid = Boolean(status) && status.status === require('dw/system/Status').OK;
        if (isPaid) {
            this.getItems().toArray().forEach((item) => item.settle(name));
        }
        this.setStatus(isPaid ? 'PAID' : 'FAILED');
        return isPaid;
    }

    /** Captures or refunds it by the hook for that, outside of transactions. */
    account() {
        if (ledger.isOpen()) {
            throw new Error('Invoice.account() can\'t be called in a transaction');
        }
        return ['NOT_PAID', 'FAILED'].includes(this[held].status) && require('dw/system/Transaction').wrap(() => this.#accounted());
    }

    #add(type, instrument, amount) {
        const document = { uuid: id(), type, amount: kept(amount), currency: amount.currencyCode, instrument: instrument.UUID,
            processor: instrument.paymentTransaction.paymentProcessor && instrument.paymentTransaction.paymentProcessor.ID,
            created: new Date().toISOString(), custom: {} };
        this.change({ transactions: this[held].transactions.concat(document) });
        return this.#transaction(document);
    }

    addCaptureTransaction(instrument, amount) {
        return this.#add(PaymentTransaction.TYPE_CAPTURE, instrument, amount);
    }

    addRefundTransaction(instrument, amount) {
        return this.#add(PaymentTransaction.TYPE_CREDIT, instrument, amount);
    }

    #transaction(document) {
        const instruments = this.getOrder().paymentInstruments.toArray();
        return live(document, () => new PaymentTransaction(document, instruments.find((each) => each.UUID === document.instrument) || null));
    }

    getPaymentTransactions() {
        return new FilteringCollection(this[held].transactions.map((document) => this.#transaction(document)), (transaction) => transaction.UUID);
    }

    #sum(qualifier) {
        return this.getPaymentTransactions().select(qualifier).toArray().reduce((sum, { amount }) => sum.add(amount), this.getOrder().money(0));
    }

    getCapturedAmount() {
        return this.#sum(Invoice.QUALIFIER_CAPTURE);
    }

    getRefundedAmount() {
        return this.#sum(Invoice.QUALIFIER_REFUND);
    }
}

module.exports = define(Invoice, 'dw.order.Invoice', {
    changes: ['addCaptureTransaction', 'addRefundTransaction'],
    get: {
        invoiceNumber: true,
        type: true,
        status: true,
        paymentTransactions: true,
        capturedAmount: true,
        refundedAmount: true
    },
    apart: ['paymentTransactions'],
    constants: Object.assign(constants('STATUS', STATUSES), constants('TYPE', TYPES),
        constantsOf(['ORDERBY_CREATION_DATE', 'ORDERBY_REVERSE', 'QUALIFIER_CAPTURE', 'QUALIFIER_REFUND']), itemConstants)
});
