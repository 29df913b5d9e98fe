'use strict';

var PaymentMgr = require('dw/order/PaymentMgr');
var StringUtils = require('dw/util/StringUtils');
var addressHelpers = require('*/cartridge/scripts/helpers/addressHelpers');
var LineItem = require('*/cartridge/models/lineItem');
var Totals = require('*/cartridge/models/totals');

/** A method that the shop has given up since is told by its ID. */
function nameOf(id) {
    var method = PaymentMgr.getPaymentMethod(id);
    return method ? method.name : id;
}

/** An order as its confirmation and the customer's account show it. */
function Order(order) {
    var payment = order.paymentInstrument;

    this.number = order.orderNo;
    this.status = order.status.displayValue;
    this.date = StringUtils.formatDate(order.creationDate, 'yyyy-MM-dd HH:mm');
    this.email = order.customerEmail;
    this.items = order.productLineItems.toArray().map(function (line) { return new LineItem(line); });
    this.totals = new Totals(order);
    this.shippingAddress = addressHelpers.describe(order.defaultShipment.shippingAddress);
    this.shippingMethod = order.defaultShipment.shippingMethod.displayName;
    this.payment = { method: nameOf(payment.paymentMethod), card: payment.maskedCreditCardNumber, transaction: payment.paymentTransaction.transactionID };
}

module.exports = Order;
