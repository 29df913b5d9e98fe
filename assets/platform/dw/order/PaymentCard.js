'use strict';

const { held, define } = require('../../internal/bean');
const { isApplicable } = require('../../internal/applicable');
const records = require('../../internal/records');
const shop = require('../../internal/shop');
const Status = require('dw/system/Status');

const { CREDITCARD_INVALID_CARD_NUMBER, CREDITCARD_INVALID_EXPIRATION_DATE, CREDITCARD_INVALID_SECURITY_CODE } = require('dw/order/PaymentStatusCodes');

/** The cards that a shop takes unless its data say others: how their numbers begin and how long they are. */
const USUAL = [
    { id: 'Visa', name: 'Visa', prefixes: ['4'], lengths: ['13', '16'], securityCodeLength: 3 },
    { id: 'Master Card', name: 'Master Card', prefixes: ['51-55', '2221-2720'], lengths: ['16'], securityCodeLength: 3 },
    { id: 'Amex', name: 'Amex', prefixes: ['34', '37'], lengths: ['15'], securityCodeLength: 4 },
    { id: 'Discover', name: 'Discover', prefixes: ['6011', '65'], lengths: ['16'], securityCodeLength: 3 }
];

function within(number, range) {
    const [from, to] = String(range).split('-');
    const start = number.slice(0, from.length);
    return to === undefined ? start === from : start >= from && start <= to;
}

/** The sum of digits by which a wrong one is found. */
function hasChecksum(number) {
    const digits = Array.from(number, Number).reverse();
    const doubled = digits.map((digit, place) => (place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)));
    return doubled.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}

let known = null;

/** A kind of card. */
class PaymentCard {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    /** The same objects all through a request, since scripts look for one among others. */
    static all() {
        known = known || PaymentCard.#read();
        return known;
    }

    static #read() {
        const own = shop.list('payment-card').map((document) => {
            const settings = document.cardNumberSettings || {};
            return Object.assign({}, document, { prefixes: settings.prefix || document.prefix, lengths: settings.length || document.length,
                checksum: settings.enableChecksumVerification });
        });
        return (own.length > 0 ? own : USUAL).map((document) => new PaymentCard(document));
    }

    getCardType() {
        return this[held].id;
    }

    getName() {
        return this[held].name || this[held].id;
    }

    getDescription() {
        return new (require('dw/content/MarkupText'))(this[held].description || '');
    }

    getImage() {
        return this[held].image ? require('../../internal/media').imageOf(this[held].image) : null;
    }

    isActive() {
        return this[held].enabled !== false;
    }

    isApplicable(customer, countryCode, amount) {
        return isApplicable(this[held], customer, countryCode, amount);
    }

    #isNumber(number) {
        const { prefixes, lengths, checksum } = this[held];
        const isLong = !lengths || lengths.some((length) => within(String(number.length).padStart(2, '0'), String(length).replace(/\b\d\b/g, '0$&')));
        return /^\d+$/.test(number) && isLong && (!prefixes || prefixes.some((prefix) => within(number, prefix))) && (checksum === false || hasChecksum(number));
    }

    /** `(month, year, number[, securityCode])`: an error for each that can't be right. */
    verify(month, year, number, securityCode) {
        const status = new Status();
        const refuse = (code) => status.addItem(new (require('dw/system/StatusItem'))(Status.ERROR, code));
        if (!(month >= 1 && month <= 12) || new Date(year, month, 1) <= new Date()) {
            refuse(CREDITCARD_INVALID_EXPIRATION_DATE);
        }
        if (!this.#isNumber(String(number).replace(/[\s-]/g, ''))) {
            refuse(CREDITCARD_INVALID_CARD_NUMBER);
        }
        const length = this[held].securityCodeLength;
        if (securityCode !== undefined && !(/^\d+$/.test(securityCode) && (!length || String(securityCode).length === length))) {
            refuse(CREDITCARD_INVALID_SECURITY_CODE);
        }
        return status;
    }

    getCustom() {
        return records.custom(this[held], 'PaymentCard');
    }

    toString() {
        return `[PaymentCard type=${this.getCardType()}]`;
    }
}

module.exports = define(PaymentCard, 'dw.order.PaymentCard', {
    get: {
        cardType: true,
        name: true,
        description: true,
        image: true,
        custom: true
    },
    is: { active: true }
});
