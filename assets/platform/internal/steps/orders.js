'use strict';

/** Exports orders. */

const { element, NAMESPACE } = require('../orderExport');
const { written } = require('./file');
const Order = require('dw/order/Order');
const OrderMgr = require('dw/order/OrderMgr');
const Transaction = require('dw/system/Transaction');

/** So many at once. */
const MOST = 1000;

/** The parameters that want orders of a status; those that are created or failed are never exported. */
const STATUSES = { Canceled: Order.ORDER_STATUS_CANCELLED, Completed: Order.ORDER_STATUS_COMPLETED, New: Order.ORDER_STATUS_NEW, Open: Order.ORDER_STATUS_OPEN,
    Replaced: Order.ORDER_STATUS_REPLACED };

/** The parameters that want orders in one state, with that. */
const STATES = {
    'Confirmation Status': ['confirmationStatus', { 'Not Confirmed': Order.CONFIRMATION_STATUS_NOTCONFIRMED, Confirmed: Order.CONFIRMATION_STATUS_CONFIRMED }],
    'Export Status': ['exportStatus', { 'Not Exported': Order.EXPORT_STATUS_NOTEXPORTED, Exported: Order.EXPORT_STATUS_EXPORTED,
        'Ready for Export': Order.EXPORT_STATUS_READY, 'Export Failed': Order.EXPORT_STATUS_FAILED }],
    'Payment Status': ['paymentStatus', { 'Not Paid': Order.PAYMENT_STATUS_NOTPAID, 'Partially Paid': Order.PAYMENT_STATUS_PARTPAID, Paid: Order.PAYMENT_STATUS_PAID }],
    'Shipment Status': ['shippingStatus', { 'Not Shipped': Order.SHIPPING_STATUS_NOTSHIPPED, 'Partially Shipped': Order.SHIPPING_STATUS_PARTSHIPPED,
        Shipped: Order.SHIPPING_STATUS_SHIPPED }]
};

/** Whether the parameters want an order. */
function isWanted(order, parameters) {
    const statuses = Object.keys(STATUSES).filter((name) => parameters.get(name)).map((name) => STATUSES[name]);
    const hasState = ([name, [property, values]]) => parameters.get(name) === 'All' || order[property].value === values[parameters.get(name)];
    const isLate = parameters.get('Use Order Export Delay') && order.exportAfter !== null && order.exportAfter > new Date();
    return statuses.includes(order.status.value) && Object.entries(STATES).every(hasState) && !isLate;
}

/** What was exported is marked so. */
function execute(parameters) {
    const orders = [];
    OrderMgr.processOrders((order) => {
        if (orders.length < MOST && isWanted(order, parameters)) {
            orders.push(order);
        }
    }, '');
    const status = written(parameters, ['orders', { xmlns: NAMESPACE }], orders.map((order) => element(order, null, {})), 'orders');
    Transaction.wrap(() => orders.forEach((order) => order.setExportStatus(Order.EXPORT_STATUS_EXPORTED)));
    return status;
}

module.exports = { execute };
