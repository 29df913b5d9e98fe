'use strict';

const { held, define } = require('../../internal/bean');
const EnumValue = require('dw/value/EnumValue');
const LineItemCtnr = require('dw/order/LineItemCtnr');

const STATUSES = { ORDER_STATUS_CREATED: 0, ORDER_STATUS_NEW: 3, ORDER_STATUS_OPEN: 4, ORDER_STATUS_COMPLETED: 5,
    ORDER_STATUS_CANCELLED: 6, ORDER_STATUS_REPLACED: 7, ORDER_STATUS_FAILED: 8 };
const CONFIRMATIONS = { CONFIRMATION_STATUS_NOTCONFIRMED: 0, CONFIRMATION_STATUS_CONFIRMED: 2 };
const PAYMENTS = { PAYMENT_STATUS_NOTPAID: 0, PAYMENT_STATUS_PARTPAID: 1, PAYMENT_STATUS_PAID: 2 };
const EXPORTS = { EXPORT_STATUS_NOTEXPORTED: 0, EXPORT_STATUS_EXPORTED: 1, EXPORT_STATUS_READY: 2, EXPORT_STATUS_FAILED: 3 };

function shown(names, value) {
    const name = Object.keys(names).find((key) => names[key] === value);
    return new EnumValue(value, name.replace(/^.*_STATUS_/, ''));
}

/** What a visitor bought, or tried to. */
class Order extends LineItemCtnr {
    getOrderNo() {
        return this[held].number;
    }

    getCurrentOrderNo() {
        return this[held].number;
    }

    getOrderToken() {
        return this[held].token;
    }

    getStatus() {
        return shown(STATUSES, this[held].status);
    }

    setStatus(status) {
        this[held].status = Number(status);
    }

    getConfirmationStatus() {
        return shown(CONFIRMATIONS, this[held].confirmation);
    }

    setConfirmationStatus(status) {
        this[held].confirmation = Number(status);
    }

    getPaymentStatus() {
        return shown(PAYMENTS, this[held].paid);
    }

    setPaymentStatus(status) {
        this[held].paid = Number(status);
    }

    getExportStatus() {
        return shown(EXPORTS, this[held].exported);
    }

    setExportStatus(status) {
        this[held].exported = Number(status);
    }

    addNote(subject, text) {
        this[held].notes.push({ subject, text });
    }

    trackOrderChange(text) {
        this.addNote('change', text);
    }

    toString() {
        return `[Order orderNo=${this.getOrderNo()}]`;
    }
}

module.exports = define(Order, 'dw.order.Order', {
    get: {
        orderNo: (order) => order.getOrderNo(),
        currentOrderNo: (order) => order.getCurrentOrderNo(),
        orderToken: (order) => order.getOrderToken(),
        status: (order) => order.getStatus(),
        confirmationStatus: (order) => order.getConfirmationStatus(),
        paymentStatus: (order) => order.getPaymentStatus(),
        exportStatus: (order) => order.getExportStatus()
    },
    constants: Object.assign({}, STATUSES, CONFIRMATIONS, PAYMENTS, EXPORTS)
});
