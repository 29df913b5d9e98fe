'use strict';

const { define } = require('../../internal/bean');

/** How a login went. */
class AuthenticationStatus {
    #status;
    #customer;

    constructor(status, customer) {
        this.#status = status;
        this.#customer = customer;
    }

    getStatus() {
        return this.#status;
    }

    getCustomer() {
        return this.#customer;
    }

    isAuthenticated() {
        return this.#status === 'AUTH_OK';
    }

    toString() {
        return `[AuthenticationStatus ${this.#status}]`;
    }
}

module.exports = define(AuthenticationStatus, 'dw.customer.AuthenticationStatus', {
    get: { status: true, customer: true },
    is: { authenticated: true },
    constants: { AUTH_OK: 'AUTH_OK', ERROR_PASSWORD_MISMATCH: 'ERROR_PASSWORD_MISMATCH', ERROR_CUSTOMER_NOT_FOUND: 'ERROR_CUSTOMER_NOT_FOUND', ERROR_PASSWORD_EXPIRED: 'ERROR_PASSWORD_EXPIRED' }
});
