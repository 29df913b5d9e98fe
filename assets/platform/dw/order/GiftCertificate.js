'use strict';

const { held, define } = require('../../internal/bean');
const { chosen } = require('../../internal/choices');
const { texts } = require('../../internal/fields');
const Money = require('dw/value/Money');

const STATUSES = { STATUS_PENDING: 0, STATUS_ISSUED: 1, STATUS_PARTIALLY_REDEEMED: 2, STATUS_REDEEMED: 3 };

/** Money that somebody was given. */
class GiftCertificate {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getGiftCertificateCode() {
        return this[held].code;
    }

    getMaskedGiftCertificateCode(visible = 4) {
        const { code } = this[held];
        return '*'.repeat(Math.max(code.length - visible, 0)) + code.slice(-visible);
    }

    getMerchantID() {
        return this[held].merchantID || null;
    }

    getAmount() {
        return new Money(this[held].amount, this[held].currency);
    }

    /** What hasn't been spent. */
    getBalance() {
        return this.getAmount().subtract(new Money(this[held].spent || 0, this[held].currency));
    }

    getStatus() {
        return this[held].status;
    }

    setStatus(status) {
        this[held].status = chosen('GiftCertificate.setStatus', STATUSES, status);
    }

    isEnabled() {
        return this[held].enabled !== false;
    }

    setEnabled(isEnabled) {
        this[held].enabled = Boolean(isEnabled);
    }

    toString() {
        return `[GiftCertificate ${this.getMaskedGiftCertificateCode()}]`;
    }
}

module.exports = define(GiftCertificate, 'dw.order.GiftCertificate', {
    get: Object.assign({
        ID: (it) => it.getGiftCertificateCode(),
        giftCertificateCode: true,
        maskedGiftCertificateCode: true,
        merchantID: true,
        amount: true,
        balance: true,
        status: true,
        custom: true
    }, texts(['description', 'message', 'orderNo', 'recipientEmail', 'recipientName', 'senderName'])),
    is: { enabled: true }
});
