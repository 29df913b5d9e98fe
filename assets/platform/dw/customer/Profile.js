'use strict';

const { held, define } = require('../../internal/bean');
const { customOf } = require('../../internal/container');

const FIELDS = ['email', 'firstName', 'lastName', 'phoneHome', 'phoneMobile', 'companyName', 'birthday', 'preferredLocale'];

/** What a registered customer told about himself. */
class Profile {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getCustomerNo() {
        return this[held].number;
    }

    getCredentials() {
        return { login: this[held].login, enabled: true, locked: false };
    }

    getCustom() {
        return customOf(this[held]);
    }

    getFullName() {
        return [this[held].firstName, this[held].lastName].filter(Boolean).join(' ');
    }

    toString() {
        return `[Profile customerNo=${this.getCustomerNo()}]`;
    }
}

const texts = {};
FIELDS.forEach((name) => {
    texts[name] = {
        get: (profile) => (profile[held][name] === undefined ? null : profile[held][name]),
        set: (profile, value) => { profile[held][name] = value; }
    };
});

module.exports = define(Profile, 'dw.customer.Profile', {
    get: Object.assign({ customerNo: (profile) => profile.getCustomerNo() }, texts, {
        fullName: (profile) => profile.getFullName(),
        credentials: (profile) => profile.getCredentials(),
        custom: (profile) => profile.getCustom()
    })
});
