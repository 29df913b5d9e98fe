'use strict';

const { held, define } = require('../../internal/bean');
const { CustomAttributes } = require('../../internal/attributes');

/** A way to ship. */
class ShippingMethod {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getDisplayName() {
        return require('dw/web/Resource').msg(`shipping.${this[held].id}`, 'checkout', this[held].id);
    }

    getDescription() {
        return require('dw/web/Resource').msg(`shipping.${this[held].id}.description`, 'checkout', '');
    }

    getCurrencyCode() {
        return require('../../internal/context').site.currency;
    }

    isDefaultMethod() {
        return Boolean(this[held].standard);
    }

    isOnline() {
        return true;
    }

    getCustom() {
        return new CustomAttributes(this[held].custom);
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
        custom: (method) => method.getCustom()
    },
    is: { defaultMethod: (method) => method.isDefaultMethod(), online: (method) => method.isOnline() }
});
