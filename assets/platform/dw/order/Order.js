'use strict';

const { held, define } = require('../../internal/bean');
const { fields } = require('../../internal/fields');
const EnumValue = require('dw/value/EnumValue');
const LineItemCtnr = require('dw/order/LineItemCtnr');

const STATUSES = { ORDER_STATUS_CREATED: 0, ORDER_STATUS_NEW: 3, ORDER_STATUS_OPEN: 4, ORDER_STATUS_COMPLETED: 5,
    ORDER_STATUS_CANCELLED: 6, ORDER_STATUS_REPLACED: 7, ORDER_STATUS_FAILED: 8 };
const CONFIRMATIONS = { CONFIRMATION_STATUS_NOTCONFIRMED: 0, CONFIRMATION_STATUS_CONFIRMED: 2 };
const PAYMENTS = { PAYMENT_STATUS_NOTPAID: 0, PAYMENT_STATUS_PARTPAID: 1, PAYMENT_STATUS_PAID: 2 };
const SHIPPINGS = { SHIPPING_STATUS_NOTSHIPPED: 0, SHIPPING_STATUS_PARTSHIPPED: 1, SHIPPING_STATUS_SHIPPED: 2 };
const EXPORTS = { EXPORT_STATUS_NOTEXPORTED: 0, EXPORT_STATUS_EXPORTED: 1, EXPORT_STATUS_READY: 2, EXPORT_STATUS_FAILED: 3 };

function shown(names, value) {
    const name = Object.keys(names).find((key) => names[key] === value);
    return new EnumValue(value, name.replace(/^.*_STATUS_/, ''));
}

/** Reasons that a shop gives names of its own. */
function codes(names) {
    const shape = fields(names);
    return Object.fromEntries(names.map((name) => [name, {
        get: (order) => new EnumValue(shape[name].get(order), shape[name].get(order) || ''), set: shape[name].set
    }]));
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

    setOrderStatus(status) {
        this.setStatus(status);
    }

    getShippingStatus() {
        return shown(SHIPPINGS, this[held].shipped || 0);
    }

    setShippingStatus(status) {
        this[held].shipped = Number(status);
    }

    trackOrderChange(text) {
        return this.addNote('change', text);
    }

    setCustomer(customer) {
        this[held].customer.number = customer.profile.customerNo;
    }

    setCustomerNo(number) {
        this[held].customer.number = number;
    }

    getCustomer() {
        const { number } = this[held].customer;
        return number ? require('dw/customer/CustomerMgr').getCustomerByCustomerNumber(number) : super.getCustomer();
    }

    getCustomerLocaleID() {
        return this[held].locale || 'default';
    }

    getCreatedBy() {
        return 'Customer';
    }

    getRemoteHost() {
        return this[held].remote_host || null;
    }

    removeRemoteHost() {
        this[held].remote_host = null;
    }

    getPaymentTransaction() {
        const instrument = this.getPaymentInstrument();
        return instrument && instrument.paymentTransaction;
    }

    /** Money that was captured or given back by transactions of that type. */
    #moved(type) {
        return this.getPaymentInstruments().toArray().map((it) => it.paymentTransaction).filter((it) => it.type.value === type)
            .reduce((sum, transaction) => sum.add(transaction.amount), this.money(0));
    }

    getCapturedAmount() {
        return this.#moved('CAPTURE');
    }

    getRefundedAmount() {
        return this.#moved('CREDIT');
    }

    getReplacedOrder() {
        return this.#order(this[held].replaces);
    }

    getReplacedOrderNo() {
        return this[held].replaces || null;
    }

    getReplacementOrder() {
        return this.#order(this[held].replaced_by);
    }

    getReplacementOrderNo() {
        return this[held].replaced_by || null;
    }

    getOriginalOrderNo() {
        const replaced = this.getReplacedOrder();
        return replaced === null ? this[held].number : replaced.originalOrderNo;
    }

    /** The first of the orders that replaced each other. */
    getOriginalOrder() {
        return this.#order(this.getOriginalOrderNo());
    }

    #order(number) {
        return number ? require('dw/order/OrderMgr').getOrder(number) : null;
    }

    isImported() {
        return false;
    }

    toString() {
        return `[Order orderNo=${this.getOrderNo()}]`;
    }
}

module.exports = define(Order, 'dw.order.Order', {
    get: Object.assign({
        orderNo: (order) => order.getOrderNo(),
        currentOrderNo: (order) => order.getCurrentOrderNo(),
        orderToken: (order) => order.getOrderToken(),
        status: (order) => order.getStatus(),
        confirmationStatus: (order) => order.getConfirmationStatus(),
        paymentStatus: (order) => order.getPaymentStatus(),
        exportStatus: { get: (order) => order.getExportStatus() },
        shippingStatus: { get: (order) => order.getShippingStatus() },
        customerLocaleID: (order) => order.getCustomerLocaleID(),
        createdBy: (order) => order.getCreatedBy(),
        remoteHost: (order) => order.getRemoteHost(),
        paymentTransaction: (order) => order.getPaymentTransaction(),
        capturedAmount: (order) => order.getCapturedAmount(),
        refundedAmount: (order) => order.getRefundedAmount(),
        replacedOrder: (order) => order.getReplacedOrder(),
        replacedOrderNo: (order) => order.getReplacedOrderNo(),
        replacementOrder: (order) => order.getReplacementOrder(),
        replacementOrderNo: (order) => order.getReplacementOrderNo(),
        originalOrder: (order) => order.getOriginalOrder(),
        originalOrderNo: (order) => order.getOriginalOrderNo()
    }, fields(['cancelDescription', 'invoiceNo', 'affiliatePartnerName', 'affiliatePartnerID', 'customerOrderReference', 'replaceDescription',
        'externalOrderNo', 'externalOrderStatus', 'externalOrderText', 'sourceCode', 'sourceCodeGroupID']), codes(['cancelCode', 'replaceCode'])),
    is: { imported: (order) => order.isImported() },
    apart: ['replacedOrder', 'replacementOrder', 'originalOrder', 'paymentTransaction'],
    constants: Object.assign({}, STATUSES, CONFIRMATIONS, PAYMENTS, EXPORTS, SHIPPINGS)
});
