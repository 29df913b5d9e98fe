'use strict';

const { manager } = require('../../internal/bean');

/** Why a card isn't accepted. */
class PaymentStatusCodes {}

module.exports = manager(PaymentStatusCodes, 'dw.order.PaymentStatusCodes', {}, {
    CREDITCARD_INVALID_CARD_NUMBER: 'CREDITCARD_INVALID_CARD_NUMBER',
    CREDITCARD_INVALID_EXPIRATION_DATE: 'CREDITCARD_INVALID_EXPIRATION_DATE',
    CREDITCARD_INVALID_SECURITY_CODE: 'CREDITCARD_INVALID_SECURITY_CODE'
});
