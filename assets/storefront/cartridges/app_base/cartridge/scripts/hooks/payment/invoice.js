'use strict';

var Money = require('dw/value/Money');
var Resource = require('dw/web/Resource');
var Transaction = require('dw/system/Transaction');

var MOST = 500;

function Handle(basket) {
    var limit = new Money(MOST, basket.currencyCode);
    if (basket.totalGrossPrice.compareTo(limit) > 0) {
        return { error: true, message: Resource.msgf('error.invoiceLimit', 'checkout', null, limit.toFormattedString()) };
    }
    basket.removeAllPaymentInstruments();
    basket.createPaymentInstrument('INVOICE', basket.totalGrossPrice);
    return { error: false };
}

function Authorize(order, instrument, processor) {
    Transaction.wrap(function () {
        instrument.paymentTransaction.transactionID = 'INV-' + order.orderNo;
        instrument.paymentTransaction.paymentProcessor = processor;
    });
    return { error: false };
}

exports.Handle = Handle;
exports.Authorize = Authorize;
