'use strict';

var Order = require('dw/order/Order');
var OrderMgr = require('dw/order/OrderMgr');
var Status = require('dw/system/Status');
var Transaction = require('dw/system/Transaction');
var files = require('*/cartridge/scripts/jobs/files');

function row(order) {
    return [order.orderNo, order.customerEmail, order.totalGrossPrice.value, order.currencyCode];
}

function marked(orders) {
    Transaction.wrap(function () {
        orders.forEach(function (order) {
            order.setExportStatus(Order.EXPORT_STATUS_EXPORTED);
        });
    });
}

/** Writes the orders that were not exported yet into a file. */
function execute(parameters, stepExecution) {
    var found = OrderMgr.searchOrders('exportStatus != {0}', 'orderNo asc', Order.EXPORT_STATUS_EXPORTED);
    var orders = found.asList().toArray();
    found.close();
    stepExecution.jobExecution.context.orders = orders.length;
    if (orders.length === 0) {
        return new Status(Status.OK, 'NO_ORDERS', 'Every order was exported before.');
    }
    var file = files.begin(parameters.Folder, 'orders.csv');
    file.write(['orderNo', 'email', 'total', 'currency']);
    orders.forEach(function (order) {
        file.write(row(order));
    });
    file.close();
    if (parameters.MarkAsExported) {
        marked(orders);
    }
    return new Status(Status.OK, 'OK', orders.length + ' orders');
}

module.exports = { execute: execute };
