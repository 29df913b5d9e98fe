'use strict';

const { held, define } = require('../../internal/bean');
const { customOf } = require('../../internal/container');
const { textOf, texts } = require('../../internal/fields');
const { countryOf } = require('../../internal/localeNames');
const { typeName } = require('../../internal/typeNames');

const FIELDS = ['address1', 'address2', 'city', 'companyName', 'firstName', 'jobTitle', 'lastName', 'phone', 'postBox', 'postalCode',
    'salutation', 'secondName', 'stateCode', 'suffix', 'suite', 'title'];

/** An address in a customer's address book. */
class CustomerAddress {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    setID(id) {
        this[held].id = String(id);
    }

    getUUID() {
        return this[held].uuid;
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

    getCustom() {
        return customOf(this[held], typeName(this));
    }

    /** Whether another address is the same place and person. */
    isEquivalentAddress(other) {
        const same = (name) => (this[name] || null) === (other[name] || null);
        return Boolean(other) && FIELDS.every(same) && String(this.countryCode) === String(other.countryCode);
    }

    toString() {
        return `[CustomerAddress id=${this.getID()}]`;
    }
}

module.exports = define(CustomerAddress, 'dw.customer.CustomerAddress', {
    get: Object.assign({
        ID: true,
        UUID: true
    }, texts(FIELDS), {
        fullName: true,
        countryCode: true,
        custom: true
    })
});
