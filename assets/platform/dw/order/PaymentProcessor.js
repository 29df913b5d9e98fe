'use strict';

const { define } = require('../../internal/bean');
const records = require('../../internal/records');
const Site = require('dw/system/Site');

/** The service behind a payment method; its id names the payment hooks. */
class PaymentProcessor {
    #id;

    constructor(id) {
        this.#id = id;
    }

    getID() {
        return this.#id;
    }

    /** What the archive says of the processor, else the site's preference of its own group; null if neither has it. */
    getPreferenceValue(name) {
        const { preferences = {} } = records.record('payment-processor', this.#id) || {};
        const own = Object.assign({}, preferences.allInstances, preferences.development)[name];
        if (own !== undefined) {
            return records.value(own);
        }
        const { attribute = [] } = records.record('attribute-group', this.#id, 'SitePreferences') || {};
        return attribute.some(({ attributeId }) => attributeId === name) ? Site.current.getCustomPreferenceValue(name) : null;
    }

    toString() {
        return `[PaymentProcessor id=${this.#id}]`;
    }
}

module.exports = define(PaymentProcessor, 'dw.order.PaymentProcessor', { get: { ID: true } });
