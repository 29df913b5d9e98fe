'use strict';

/** The service behind a payment method; its id names the payment hooks. */
module.exports = require('../../internal/identified')('dw.order.PaymentProcessor');
