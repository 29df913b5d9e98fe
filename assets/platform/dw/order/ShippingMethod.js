'use strict';

const { held, define } = require('../../internal/bean');
const { localized } = require('../../internal/localized');
const records = require('../../internal/records');

/** A way to ship. */
class ShippingMethod {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getDisplayName() {
        const { id, name } = this[held];
        return localized(name) || id;
    }

    getDescription() {
        return localized(this[held].description) || '';
    }

    getCurrencyCode() {
        return this[held].currency || require('../../internal/context').site.currency;
    }

    isDefaultMethod() {
        return Boolean(this[held].standard);
    }

    isOnline() {
        return true;
    }

    getCustom() {
        // What an archive brings is read in the locale of the request; the sample has no such records.
        return records.custom(records.record('shipping-method', this.getID()) || this[held], 'ShippingMethod');
    }

    toString() {
        return `[ShippingMethod id=${this[held].id}]`;
    }
}

module.exports = define(ShippingMethod, 'dw.order.ShippingMethod', {
    get: {
        ID: (method) => method.getID(),
        displayName: (method) => method.getDisplayName(),
        description: (method) => method.getDescription(),
        currencyCode: (method) => method.getCurrencyCode(),
        taxClassID: (method) => method[held].taxClass || null,
        custom: (method) => method.getCustom()
    },
    is: { defaultMethod: (method) => method.isDefaultMethod(), online: (method) => method.isOnline() }
});
