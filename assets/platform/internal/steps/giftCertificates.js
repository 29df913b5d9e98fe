'use strict';

/** Exports gift certificates. */

const { amount, customAttributes, date, group, text } = require('../elements');
const { table } = require('../tables');
const { written } = require('./file');
const GiftCertificate = require('dw/order/GiftCertificate');

const STATES = [['STATUS_PENDING', 'PENDING'], ['STATUS_ISSUED', 'ISSUED'], ['STATUS_PARTIALLY_REDEEMED', 'PART_REDEEMED'], ['STATUS_REDEEMED', 'REDEEMED']];

function element(it) {
    const [, status] = STATES.find(([name]) => GiftCertificate[name] === it.status) || [null, null];
    const spent = it.amount.subtract(it.balance);
    const attributes = { 'gc-id': it.giftCertificateCode };
    if (it.merchantID !== null) {
        attributes['gc-merchant-id'] = it.merchantID;
    }
    return group('gift-certificate', [
        date('create-date', it.creationDate), text('recipient-name', it.recipientName), text('recipient-email', it.recipientEmail), text('sender-name', it.senderName),
        text('message', it.message), text('description', it.description), text('order-no', it.orderNo), text('enabled-flag', it.enabled), text('status', status),
        text('currency', it.amount.currencyCode), amount('amount', it.amount),
        spent.value > 0 ? group('redemptions', [group('redemption', [date('date', it.lastModified), amount('amount', spent)])]) : '',
        customAttributes(it)
    ], attributes);
}

function execute(parameters) {
    const all = table('gift-certificate', (document) => new GiftCertificate(document)).all();
    return written(parameters, ['gift-certificates', { xmlns: 'http://www.demandware.com/xml/impex/giftcertificate/2007-02-28' }], all.map(element), 'gift certificates');
}

module.exports = { execute };
