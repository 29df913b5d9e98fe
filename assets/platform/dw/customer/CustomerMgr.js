'use strict';

const { held, manager } = require('../../internal/bean');
const container = require('../../internal/container');
const context = require('../../internal/context');
const groups = require('../../internal/customerGroups');
const ArrayList = require('dw/util/ArrayList');
const AuthenticationStatus = require('dw/customer/AuthenticationStatus');
const Customer = require('dw/customer/Customer');
const { queried } = require('../../internal/query');
const SeekableIterator = require('dw/util/SeekableIterator');

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

/** From now on the session is this customer's. */
function entered(customer) {
    const document = customer[held];
    const now = new Date().toISOString();
    Object.assign(document, { authenticated: true, previousLoginTime: document.lastLoginTime, lastLoginTime: now, lastVisitTime: now });
    visitor = customer;
    return visitor;
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
        if (document && document.enabled === false) {
            return new AuthenticationStatus('ERROR_CUSTOMER_DISABLED', null);
        }
        return document
            ? new AuthenticationStatus('AUTH_OK', remembered(document))
            : new AuthenticationStatus('ERROR_PASSWORD_MISMATCH', null);
    }

    static loginCustomer(status) {
        if (!status.authenticated) {
            return null;
        }
        return entered(status.customer);
    }

    static logoutCustomer() {
        visitor = anonymous();
        return visitor;
    }

    static getCustomerGroup(id) {
        return groups.find(String(id));
    }

    static getCustomerGroups() {
        return new ArrayList(groups.all());
    }

    static getPasswordConstraints() {
        return require('dw/customer/CustomerPasswordConstraints');
    }

    static getRegisteredCustomerCount() {
        return host.call('customer.list', null).length;
    }

    static getSiteCustomerList() {
        return CustomerMgr.getCustomerList(context.site.id);
    }

    static getCustomerList(id) {
        return id === context.site.id ? new (require('dw/customer/CustomerList'))({ ID: id, description: null }) : null;
    }

    static describeProfileType() {
        return require('dw/object/SystemObjectMgr').describe('Profile');
    }

    static isPasswordExpired() {
        return false;
    }

    static getProfile(number) {
        const customer = CustomerMgr.getCustomerByCustomerNumber(number);
        return customer && customer.profile;
    }

    /** Whom a token for a new password was made for; nothing if it is no longer good. */
    static getCustomerByToken(token) {
        const document = host.call('customer.owner', { token: String(token) });
        return document ? remembered(document) : null;
    }

    static removeCustomer(customer) {
        const { customerNo: number } = customer.profile;
        host.call('customer.remove', { number });
        known.delete(number);
    }

    static removeCustomerTrackingData() {}

    static #profiles() {
        return host.call('customer.list', null).map((document) => remembered(document).profile);
    }

    static searchProfiles(query, sorting, ...values) {
        return new SeekableIterator(queried(CustomerMgr.#profiles(), query, sorting, values));
    }

    static queryProfiles(query, sorting, ...values) {
        return CustomerMgr.searchProfiles(query, sorting, ...values);
    }

    static searchProfile(query, ...values) {
        return queried(CustomerMgr.#profiles(), query, null, values)[0] || null;
    }

    static queryProfile(query, ...values) {
        return CustomerMgr.searchProfile(query, ...values);
    }

    static processProfiles(callback, query, ...values) {
        queried(CustomerMgr.#profiles(), query, null, values).forEach((profile) => callback(profile));
    }

    static getExternallyAuthenticatedCustomerProfile(provider, id) {
        const isMeant = (profile) => profile.customer.getExternalProfile(String(provider), String(id)) !== null;
        return CustomerMgr.#profiles().find(isMeant) || null;
    }

    /** Somebody else vouches for the customer, who has no password here. Nothing if there is one of that ID already. */
    static createExternallyAuthenticatedCustomer(provider, id) {
        if (CustomerMgr.getExternallyAuthenticatedCustomerProfile(provider, id) !== null) {
            return null;
        }
        const customer = remembered(host.call('customer.create_external', { login: `${provider}:${id}` }));
        customer[held].email = null;
        customer.createExternalProfile(provider, id);
        return customer;
    }

    static loginExternallyAuthenticatedCustomer(provider, id) {
        const profile = CustomerMgr.getExternallyAuthenticatedCustomerProfile(provider, id);
        return profile === null ? null : entered(profile.customer);
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

module.exports = manager(CustomerMgr, 'dw.customer.CustomerMgr', {
    customerGroups: () => CustomerMgr.getCustomerGroups(),
    passwordConstraints: () => CustomerMgr.getPasswordConstraints(),
    registeredCustomerCount: () => CustomerMgr.getRegisteredCustomerCount(),
    siteCustomerList: () => CustomerMgr.getSiteCustomerList()
});
