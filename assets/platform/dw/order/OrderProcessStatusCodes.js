'use strict';

const { manager } = require('../../internal/bean');

/** Why something could not be done with an order. */
class OrderProcessStatusCodes {}

module.exports = manager(OrderProcessStatusCodes, 'dw.order.OrderProcessStatusCodes', {}, {
    COUPON_INVALID: 'COUPON_INVALID', INVENTORY_RESERVATION_FAILED: 'INVENTORY_RESERVATION_FAILED', ORDER_ALREADY_CANCELLED: 'ORDER_CANCELLED',
    ORDER_ALREADY_EXPORTED: 'ORDER_EXPORTED', ORDER_ALREADY_FAILED: 'ORDER_FAILED', ORDER_ALREADY_REPLACED: 'ORDER_REPLACED',
    ORDER_CONTAINS_GC: 'CANCEL_ORDER_GC', ORDER_NOT_CANCELLED: 'ORDER_NOT_CANCELLED', ORDER_NOT_FAILED: 'ORDER_NOT_FAILED', ORDER_NOT_PLACED: 'ORDER_NOT_PLACED'
});
