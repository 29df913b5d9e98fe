'use strict';

const { define } = require('../../internal/bean');

/** A card or an account in a customer's wallet. */
class CustomerPaymentInstrument extends require('dw/order/PaymentInstrument') {}

module.exports = define(CustomerPaymentInstrument, 'dw.customer.CustomerPaymentInstrument', {});
