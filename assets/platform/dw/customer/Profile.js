'use strict';

const { held, define } = require('../../internal/bean');
const { customOf } = require('../../internal/container');
const { dates, flags, textOf, texts } = require('../../internal/fields');
const { typeName } = require('../../internal/typeNames');
const Credentials = require('dw/customer/Credentials');
const EnumValue = require('dw/value/EnumValue');

const FIELDS = ['email', 'firstName', 'lastName', 'phoneHome', 'phoneMobile', 'companyName', 'preferredLocale', 'phoneBusiness', 'fax',
    'jobTitle', 'salutation', 'secondName', 'suffix', 'title', 'taxID'];
const VISITS = ['lastLoginTime', 'lastVisitTime', 'previousLoginTime', 'previousVisitTime'];
const GENDERS = [null, 'Male', 'Female'];

/** What a registered customer told about himself. */
class Profile {
    constructor(document, customer) {
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'owner', { value: customer, enumerable: false });
    }

    getCustomerNo() {
        return this[held].number;
    }

    getCustomer() {
        return this.owner;
    }

    getCredentials() {
        return new Credentials(this[held]);
    }

    getAddressBook() {
        return new (require('dw/customer/AddressBook'))(this[held]);
    }

    getWallet() {
        return new (require('dw/customer/Wallet'))(this[held]);
    }

    getCustom() {
        return customOf(this[held], typeName(this));
    }

    getFullName() {
        return [this[held].firstName, this[held].lastName].filter(Boolean).join(' ');
    }

    /** 1 for men, 2 for women. */
    getGender() {
        const gender = this[held].gender || 0;
        return new EnumValue(gender, GENDERS[gender] || '');
    }

    setGender(gender) {
        this[held].gender = Number(gender) || 0;
    }

    isMale() {
        return this[held].gender === 1;
    }

    isFemale() {
        return this[held].gender === 2;
    }

    /** The next time that the birthday comes. */
    getNextBirthday() {
        if (!this[held].birthday) {
            return null;
        }
        const [birthday, today] = [new Date(this[held].birthday), new Date()];
        const next = new Date(today.getFullYear(), birthday.getMonth(), birthday.getDate());
        return next < today ? new Date(today.getFullYear() + 1, birthday.getMonth(), birthday.getDate()) : next;
    }

    getTaxIDMasked() {
        return this[held].taxID ? String(this[held].taxID).replace(/.(?=.{4})/g, '*') : null;
    }

    getTaxIDType() {
        return new EnumValue(this[held].taxIDType || null, this[held].taxIDType || '');
    }

    setTaxIDType(type) {
        this[held].taxIDType = textOf(type);
    }

    /** The name has been misspelt from the start. */
    setSaluation(salutation) {
        this[held].salutation = textOf(salutation);
    }

    toString() {
        return `[Profile customerNo=${this.getCustomerNo()}]`;
    }
}

module.exports = define(Profile, 'dw.customer.Profile', {
    get: Object.assign({ customerNo: true }, texts(FIELDS), dates(['birthday']),
        Object.fromEntries(Object.entries(dates(VISITS)).map(([name, { get }]) => [name, get])), {
            fullName: true,
            gender: true,
            nextBirthday: true,
            taxIDMasked: true,
            taxIDType: true,
            addressBook: true,
            wallet: true,
            credentials: true,
            customer: true,
            custom: true
        }),
    is: Object.assign({ male: true, female: true }, { emailVerified: flags(['emailVerified']).emailVerified.get }),
    apart: ['customer', 'wallet']
});
