'use strict';

var StringUtils = require('dw/util/StringUtils');
var LineItem = require('*/cartridge/models/lineItem');
var Totals = require('*/cartridge/models/totals');

function address(orderAddress) {
    return {
        name: orderAddress.fullName,
        lines: [orderAddress.address1, orderAddress.address2, orderAddress.postalCode + ' ' + orderAddress.city,
            orderAddress.countryCode.displayValue].filter(Boolean)
    };
}

/** An order as its confirmation shows it. */
function Order(order) {
    var payment = order.paymentInstrument;

    this.number = order.orderNo;
    this.status = order.status.displayValue;
    this.date = StringUtils.formatDate(order.creationDate, 'yyyy-MM-dd HH:mm');
    this.email = order.customerEmail;
    this.items = order.productLineItems.toArray().map(function (line) { return new LineItem(line); });
    this.totals = new Totals(order);
    this.shippingAddress = address(order.defaultShipment.shippingAddress);
    this.shippingMethod = order.defaultShipment.shippingMethod.displayName;
    this.payment = { method: payment.paymentMethod, card: payment.maskedCreditCardNumber, transaction: payment.paymentTransaction.transactionID };
}

module.exports = Order;
