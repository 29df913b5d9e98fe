'use strict';

const { manager } = require('../../../internal/bean');
const ArrayList = require('dw/util/ArrayList');

/**
 * Payments that the platform takes itself, as an instance answers on which they aren't set up: there is no configuration, no
 * zone, and nobody has paid or kept anything by them. What would take, change or give back a payment fails by name.
 */
class SalesforcePaymentsMgr {
    static getPaymentsSiteConfig() {
        return null;
    }

    static getPaymentsZone() {
        return null;
    }

    static resolvePaymentsZone() {
        return null;
    }

    static getPaymentIntent() {
        return null;
    }

    static getPayPalOrder() {
        return null;
    }

    static getPaymentDetails() {
        return null;
    }

    static getSavedPaymentMethods() {
        return new ArrayList();
    }

    static getAttachedPaymentMethods() {
        return new ArrayList();
    }

    static getOffSessionPaymentMethods() {
        return new ArrayList();
    }

    static getAdyenSavedPaymentMethods() {
        return new ArrayList();
    }

    /** Of an order that wasn't paid by them there is nothing to keep. */
    static onCustomerRegistered() {}
}

module.exports = manager(SalesforcePaymentsMgr, 'dw.extensions.payments.SalesforcePaymentsMgr', {
    paymentsSiteConfig: true
}, {
    CANCELLATION_REASON_ABANDONED: 'abandoned', CANCELLATION_REASON_DUPLICATE: 'duplicate', CANCELLATION_REASON_FRAUDULENT: 'fraudulent',
    CANCELLATION_REASON_REQUESTED_BY_CUSTOMER: 'requested_by_customer', REFUND_REASON_DUPLICATE: 'duplicate',
    REFUND_REASON_FRAUDULENT: 'fraudulent', REFUND_REASON_REQUESTED_BY_CUSTOMER: 'requested_by_customer'
});
