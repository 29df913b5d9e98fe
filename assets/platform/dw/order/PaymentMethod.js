'use strict';

const { held, define } = require('../../internal/bean');
const { localized } = require('../../internal/localized');
const records = require('../../internal/records');
const ArrayList = require('dw/util/ArrayList');
const PaymentProcessor = require('dw/order/PaymentProcessor');

/** A way to pay. */
class PaymentMethod {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getName() {
        const { id, name } = this[held];
        return localized(name) || id;
    }

    getPaymentProcessor() {
        return new PaymentProcessor(this[held].processor);
    }

    isActive() {
        return this[held].enabled;
    }

    getActivePaymentCards() {
        const PaymentCard = require('dw/order/PaymentCard');
        return new ArrayList(this[held].id === 'CREDIT_CARD' ? PaymentCard.all().filter((card) => card.active) : []);
    }

    getApplicablePaymentCards(customer, countryCode, amount) {
        return new ArrayList(this.getActivePaymentCards().toArray().filter((card) => card.isApplicable(customer, countryCode, amount)));
    }

    isApplicable(customer, countryCode, amount) {
        return require('../../internal/applicable').isApplicable(this[held], customer, countryCode, amount);
    }

    getDescription() {
        return new (require('dw/content/MarkupText'))(localized(this[held].description) || '');
    }

    getImage() {
        return this[held].image ? require('../../internal/media').imageOf(this[held].image) : null;
    }

    getCustom() {
        return records.custom(this[held], 'PaymentMethod');
    }

    toString() {
        return `[PaymentMethod id=${this[held].id}]`;
    }
}

module.exports = define(PaymentMethod, 'dw.order.PaymentMethod', {
    get: {
        ID: true,
        name: true,
        description: true,
        image: true,
        custom: true,
        activePaymentCards: true,
        paymentProcessor: true
    },
    is: { active: true }
});
