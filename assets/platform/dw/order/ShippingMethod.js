'use strict';

const { held, define } = require('../../internal/bean');
const { localized } = require('../../internal/localized');
const records = require('../../internal/records');
const { all, named } = require('../../internal/shippingMethods');
const ArrayList = require('dw/util/ArrayList');

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
        return this[held].online;
    }

    getCustom() {
        // What an archive brings is read in the locale of the request; the sample has no such records.
        return records.custom(records.record('shipping-method', this.getID()) || this[held], 'ShippingMethod');
    }

    getBaseMethod() {
        const { baseMethod } = this[held];
        return baseMethod ? named(baseMethod) : null;
    }

    /** Those of which it is the base, whether they are online or not. */
    getDependentMethods() {
        return new ArrayList(all().filter((method) => method[held].baseMethod === this.getID()));
    }

    /** Without those that the shop doesn't have. */
    getCustomerGroups() {
        const { customerGroup } = this[held].customerGroups || {};
        return new ArrayList(require('../../internal/customerGroups').named((customerGroup || []).map(({ groupId }) => groupId)));
    }

    toString() {
        return `[ShippingMethod id=${this[held].id}]`;
    }
}

module.exports = define(ShippingMethod, 'dw.order.ShippingMethod', {
    get: {
        ID: true,
        displayName: true,
        description: true,
        currencyCode: true,
        taxClassID: (method) => method[held].taxClass || null,
        baseMethod: true,
        dependentMethods: true,
        customerGroups: true,
        custom: true
    },
    is: { defaultMethod: true, online: true },
    apart: ['baseMethod', 'dependentMethods', 'customerGroups']
});
