'use strict';

const { held, manager } = require('../../internal/bean');
const container = require('../../internal/container');
const context = require('../../internal/context');
const AuthenticationStatus = require('dw/customer/AuthenticationStatus');
const Customer = require('dw/customer/Customer');

let visitor = null;
const known = new Map();

function anonymous() {
    return new Customer({ id: `anonymous-${context.session.id}`, custom: {} });
}

function remembered(document) {
    if (!known.has(document.number)) {
        known.set(document.number, new Customer(document));
    }
    return known.get(document.number);
}

/** Registered customers, and who of them is visiting. */
class CustomerMgr {
    /** Whom the session belongs to. */
    static current() {
        if (visitor === null) {
            const number = context.session.customer;
            const document = number ? host.call('customer.get', { number }) : null;
            visitor = document ? remembered(Object.assign(document, { authenticated: true })) : anonymous();
        }
        return visitor;
    }

    static getCustomerByLogin(login) {
        const document = host.call('customer.find', { login });
        return document ? remembered(document) : null;
    }

    static getCustomerByCustomerNumber(number) {
        const document = host.call('customer.get', { number });
        return document ? remembered(document) : null;
    }

    static isAcceptablePassword(password) {
        return typeof password === 'string' && password.length >= 8;
    }

    /** Registers; throws when the login is taken or the password too short. */
    static createCustomer(login, password) {
        if (!CustomerMgr.isAcceptablePassword(password)) {
            throw new Error('A password needs at least 8 characters');
        }
        return remembered(host.call('customer.create', { login, password }));
    }

    static authenticateCustomer(login, password) {
        const document = host.call('customer.authenticate', { login, password });
        return document
            ? new AuthenticationStatus('AUTH_OK', remembered(document))
            : new AuthenticationStatus('ERROR_PASSWORD_MISMATCH', null);
    }

    static loginCustomer(status) {
        if (!status.authenticated) {
            return null;
        }
        visitor = status.customer;
        visitor[held].authenticated = true;
        return visitor;
    }

    static logoutCustomer() {
        visitor = anonymous();
        return visitor;
    }

    static getCustomerGroup(id) {
        return new (require('dw/customer/CustomerGroup'))(id);
    }

    /** The number of the customer whom the session stays logged in as. */
    static keptVisitor() {
        const customer = CustomerMgr.current();
        return customer.authenticated ? customer.profile.customerNo : null;
    }

    /** Profiles that this thread may have changed. */
    static keptProfiles() {
        container.keepCustom();
        return Array.from(known.values(), (customer) => customer[held]);
    }
}

module.exports = manager(CustomerMgr, 'dw.customer.CustomerMgr');
