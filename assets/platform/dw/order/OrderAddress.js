'use strict';

const { held, define } = require('../../internal/bean');
const { customOf } = require('../../internal/container');
const { textOf, texts } = require('../../internal/fields');
const { countryOf } = require('../../internal/localeNames');
const { typeName } = require('../../internal/typeNames');

const FIELDS = ['firstName', 'lastName', 'companyName', 'address1', 'address2', 'city', 'postalCode', 'stateCode', 'phone',
    'secondName', 'suite', 'title', 'jobTitle', 'postBox', 'salutation', 'suffix'];

/** Where an order or its bill goes. */
class OrderAddress {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getFullName() {
        return [this[held].firstName, this[held].lastName].filter(Boolean).join(' ');
    }

    getCountryCode() {
        return countryOf(this[held].countryCode || '');
    }

    setCountryCode(code) {
        this[held].countryCode = code === null || code === undefined ? null : String(code.value === undefined ? code : code.value);
    }

    /** What `setSalutation` was called once. */
    setSaluation(salutation) {
        this[held].salutation = textOf(salutation);
    }

    /** Whether another address is the same place and person. */
    isEquivalentAddress(other) {
        const same = (name) => (this[name] || null) === (other[name] || null);
        return Boolean(other) && FIELDS.every(same) && String(this.countryCode) === String(other.countryCode);
    }

    getCustom() {
        return customOf(this[held], typeName(this));
    }

    toString() {
        return `[OrderAddress ${this.getFullName()}]`;
    }
}

module.exports = define(OrderAddress, 'dw.order.OrderAddress', {
    get: Object.assign(texts(FIELDS), {
        countryCode: true,
        fullName: true,
        custom: true
    })
});
