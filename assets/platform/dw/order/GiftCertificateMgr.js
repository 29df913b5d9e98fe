'use strict';

const { held, manager } = require('../../internal/bean');
const changing = require('../../internal/changing');
const { table } = require('../../internal/tables');
const GiftCertificate = require('dw/order/GiftCertificate');
const Status = require('dw/system/Status');

const { STATUS_PENDING, STATUS_ISSUED, STATUS_PARTIALLY_REDEEMED, STATUS_REDEEMED } = GiftCertificate;
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 16;

function certificates() {
    return table('gift-certificate', (document) => new GiftCertificate(document));
}

function newCode() {
    const random = require('../../internal/encodings').fromBase64(host.call('crypto.random', { length: LENGTH }));
    return Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** Why nothing can be spent of a certificate; nothing if it can. */
function refusal(certificate, amount) {
    const reasons = [
        [certificate === null, 'GIFTCERTIFICATE-150'],
        [certificate !== null && !certificate.enabled, 'GIFTCERTIFICATE-100'],
        [certificate !== null && certificate.status === STATUS_PENDING, 'GIFTCERTIFICATE-130'],
        [certificate !== null && certificate.status === STATUS_REDEEMED, 'GIFTCERTIFICATE-120'],
        [!(amount.value > 0), 'GIFTCERTIFICATE-140'],
        [certificate !== null && certificate.balance.value < amount.value, 'GIFTCERTIFICATE-110']
    ];
    const found = reasons.find(([is]) => is);
    return found === undefined ? null : found[1];
}

/** Gift certificates by their codes. */
class GiftCertificateMgr {
    /** `(amount[, code])`, with a code of its own if none is given; throws if there is one of that code. */
    static createGiftCertificate(amount, code) {
        const isGiven = code !== undefined && code !== null && code !== '';
        const own = isGiven ? String(code) : newCode();
        if (certificates().get(own) !== null) {
            throw new Error('There is a gift certificate of that code already');
        }
        return certificates().create(own, { code: own, amount: String(amount), spent: '0', currency: session.currency.currencyCode,
            status: STATUS_ISSUED, enabled: true });
    }

    static getGiftCertificateByCode(code) {
        return certificates().get(String(code));
    }

    static getGiftCertificate(code) {
        return GiftCertificateMgr.getGiftCertificateByCode(code);
    }

    static getGiftCertificateByMerchantID(id) {
        return certificates().all().find((certificate) => certificate.merchantID === id) || null;
    }

    /** Spends what a payment of an order takes. */
    static redeemGiftCertificate(instrument) {
        const certificate = GiftCertificateMgr.getGiftCertificateByCode(instrument.giftCertificateCode);
        const { amount } = instrument.paymentTransaction;
        const reason = refusal(certificate, amount);
        if (reason !== null) {
            return new Status(Status.ERROR, reason);
        }
        certificate[held].spent = certificate.amount.subtract(certificate.balance).add(amount).toNumberString();
        certificate.setStatus(certificate.balance.value > 0 ? STATUS_PARTIALLY_REDEEMED : STATUS_REDEEMED);
        return new Status(Status.OK);
    }

    static all() {
        return certificates().all();
    }
}

module.exports = manager(changing(GiftCertificateMgr, ['createGiftCertificate', 'redeemGiftCertificate']), 'dw.order.GiftCertificateMgr');
