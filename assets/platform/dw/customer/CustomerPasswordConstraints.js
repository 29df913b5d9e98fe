'use strict';

const { manager } = require('../../internal/bean');

const LEAST = 8;

/** What a password needs: its length alone. */
class CustomerPasswordConstraints {
    static getMinLength() {
        return LEAST;
    }

    static getMinSpecialChars() {
        return 0;
    }

    static isForceLetters() {
        return false;
    }

    static isForceMixedCase() {
        return false;
    }

    static isForceNumbers() {
        return false;
    }
}

const statics = { minLength: () => LEAST, minSpecialChars: () => 0 };
const Class = manager(CustomerPasswordConstraints, 'dw.customer.CustomerPasswordConstraints', statics);
['forceLetters', 'forceMixedCase', 'forceNumbers'].forEach((name) => Object.defineProperty(Class, name, { get: () => false }));

module.exports = Class;
