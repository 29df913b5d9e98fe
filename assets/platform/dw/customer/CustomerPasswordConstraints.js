'use strict';

const { manager } = require('../../internal/bean');
const { constraints } = require('../../internal/passwords');

/** What the site's list of customers wants of passwords. */
class CustomerPasswordConstraints {
    static getMinLength() {
        return constraints().minLength;
    }

    static getMinSpecialChars() {
        return constraints().minSpecialChars;
    }

    static isForceLetters() {
        return constraints().forceLetters;
    }

    static isForceMixedCase() {
        return constraints().forceMixedCase;
    }

    static isForceNumbers() {
        return constraints().forceNumbers;
    }
}

const names = ['minLength', 'minSpecialChars', 'forceLetters', 'forceMixedCase', 'forceNumbers'];
const statics = Object.fromEntries(names.map((name) => [name, () => constraints()[name]]));

module.exports = manager(CustomerPasswordConstraints, 'dw.customer.CustomerPasswordConstraints', statics);
