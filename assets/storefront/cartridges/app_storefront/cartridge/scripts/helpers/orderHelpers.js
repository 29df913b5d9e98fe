'use strict';

var StringUtils = require('dw/util/StringUtils');
var URLUtils = require('dw/web/URLUtils');

function row(order) {
    return {
        number: order.orderNo,
        date: StringUtils.formatDate(order.creationDate, 'yyyy-MM-dd'),
        status: order.status.displayValue,
        total: order.totalGrossPrice.toFormattedString(),
        quantity: order.productQuantityTotal,
        url: URLUtils.url('Order-Details', 'orderID', order.orderNo).toString()
    };
}

/** A customer's orders, the newest first, so many at most. */
function history(customer, count) {
    var orders = customer.orderHistory.orders;
    var rows = [];
    while (orders.hasNext() && rows.length < count) {
        rows.push(row(orders.next()));
    }
    orders.close();
    return rows;
}

module.exports = { history: history };
