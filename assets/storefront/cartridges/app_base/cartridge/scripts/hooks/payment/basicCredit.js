'use strict';

var PaymentTransaction = require('dw/order/PaymentTransaction');
var Resource = require('dw/web/Resource');
var Transaction = require('dw/system/Transaction');
var UUIDUtils = require('dw/util/UUIDUtils');

/** The Luhn check: every second digit from the right counts double. */
function isCardNumber(number) {
    var digits = number.replace(/\D/g, '');
    var sum = 0;
    for (var position = 0; position < digits.length; position += 1) {
        var digit = Number(digits.charAt(digits.length - 1 - position));
        if (position % 2 === 1) {
            digit *= 2;
            if (digit > 9) {
                digit -= 9;
            }
        }
        sum += digit;
    }
    return digits.length >= 12 && sum % 10 === 0;
}

/** Takes the card that the form has. */
function Handle(basket, form) {
    var number = form.number.value || '';
    if (!isCardNumber(number)) {
        return { error: true, fieldErrors: { number: Resource.msg('error.card', 'forms', null) } };
    }
    basket.removeAllPaymentInstruments();
    var instrument = basket.createPaymentInstrument('CREDIT_CARD', basket.totalGrossPrice);
    instrument.creditCardHolder = basket.billingAddress.fullName;
    instrument.creditCardNumber = number;
    return { error: false };
}

/** Cards that end in 0002 are declined, as test cards are. */
function Authorize(order, instrument, processor) {
    if (instrument.creditCardNumberLastDigits === '0002') {
        return { error: true, message: Resource.msg('error.declined', 'checkout', null) };
    }
    Transaction.wrap(function () {
        var transaction = instrument.paymentTransaction;
        transaction.transactionID = UUIDUtils.createUUID();
        transaction.paymentProcessor = processor;
        transaction.type = PaymentTransaction.TYPE_AUTH;
    });
    return { error: false };
}

exports.Handle = Handle;
exports.Authorize = Authorize;
