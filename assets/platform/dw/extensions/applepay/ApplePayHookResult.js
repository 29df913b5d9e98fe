'use strict';

const { define } = require('../../../internal/bean');

/** What a hook of Apple Pay answers: a status, and where the browser goes then, if anywhere else. */
class ApplePayHookResult {
    #status;
    #redirect;
    #event = { name: null, detail: null };

    constructor(status, redirect = null) {
        this.#status = status;
        this.#redirect = redirect;
    }

    getStatus() {
        return this.#status;
    }

    getRedirect() {
        return this.#redirect;
    }

    /** What the page is told: an event by its name, perhaps with details. */
    setEvent(name, detail = null) {
        this.#event = { name, detail };
    }

    getEventName() {
        return this.#event.name;
    }

    getEventDetail() {
        return this.#event.detail;
    }
}

module.exports = define(ApplePayHookResult, 'dw.extensions.applepay.ApplePayHookResult', {
    get: {
        status: true,
        redirect: true,
        eventName: true,
        eventDetail: true
    },
    constants: {
        REASON_BILLING_ADDRESS: 'InvalidBillingPostalAddress',
        REASON_FAILURE: 'Failure',
        REASON_PIN_INCORRECT: 'PINIncorrect',
        REASON_PIN_LOCKOUT: 'PINLockout',
        REASON_PIN_REQUIRED: 'PINRequired',
        REASON_SHIPPING_ADDRESS: 'InvalidShippingPostalAddress',
        REASON_SHIPPING_CONTACT: 'InvalidShippingContact',
        STATUS_REASON_DETAIL_KEY: 'reason'
    }
});
