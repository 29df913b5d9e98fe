'use strict';

const { held, define } = require('../../internal/bean');
const { textOf, texts } = require('../../internal/fields');
const { customOf } = require('../../internal/container');
const { kept } = require('../../internal/paperwork');
const { typeName } = require('../../internal/typeNames');
const Money = require('dw/value/Money');

const TYPES = { TYPE_AUTH: 'AUTH', TYPE_AUTH_REVERSAL: 'AUTH_REVERSAL', TYPE_CAPTURE: 'CAPTURE', TYPE_CREDIT: 'CREDIT' };

/** What happened to the money of one payment. */
class PaymentTransaction {
    constructor(document, instrument) {
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'owner', { value: instrument, enumerable: false });
    }

    getUUID() {
        return this[held].uuid;
    }

    getTransactionID() {
        return this[held].transaction || '';
    }

    setTransactionID(id) {
        this[held].transaction = textOf(id);
    }

    getType() {
        const EnumValue = require('dw/value/EnumValue');
        return new EnumValue(this[held].type || null, this[held].type || '');
    }

    setType(type) {
        this[held].type = textOf(type);
    }

    getAmount() {
        return new Money(this[held].amount, this[held].currency);
    }

    setAmount(money) {
        this[held].amount = kept(money);
    }

    getPaymentProcessor() {
        const { processor } = this[held];
        return processor ? new (require('dw/order/PaymentProcessor'))(processor) : null;
    }

    setPaymentProcessor(processor) {
        this[held].processor = processor ? processor.ID : null;
    }

    getPaymentInstrument() {
        return this.owner;
    }

    getCustom() {
        return customOf(this[held], typeName(this));
    }

    toString() {
        return `[PaymentTransaction id=${this.getTransactionID()}]`;
    }
}

module.exports = define(PaymentTransaction, 'dw.order.PaymentTransaction', {
    get: Object.assign({
        UUID: true,
        transactionID: true,
        type: true,
        amount: true,
        paymentProcessor: true,
        paymentInstrument: true,
        custom: true
    }, texts(['accountID', 'accountType'])),
    apart: ['paymentInstrument'],
    constants: TYPES
});
