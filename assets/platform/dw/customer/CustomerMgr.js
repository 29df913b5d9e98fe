'use strict';

const { held, manager } = require('../../internal/bean');
const atOnce = require('../../internal/atOnce');
const changing = require('../../internal/changing');
const context = require('../../internal/context');
const groups = require('../../internal/customerGroups');
const ArrayList = require('dw/util/ArrayList');
const AuthenticationStatus = require('dw/customer/AuthenticationStatus');
const BasketMgr = require('dw/order/BasketMgr');
const { isExpired, objectionTo } = require('../../internal/passwords');
const { queried } = require('../../internal/query');
const visitors = require('../../internal/visitors');
const SeekableIterator = require('dw/util/SeekableIterator');

/** The visitor's basket is kept for when he comes back, and what he has left in the session is gone. */
function left(isRemembered) {
    const { profile } = visitors.current();
    if (profile !== null) {
        BasketMgr.storeFor(profile.customerNo);
    }
    session.forget(isRemembered);
    return visitors.left(isRemembered);
}

/** Another customer who is logged in leaves. What is in the basket of one who is only known from before is his already. */
function entered(customer, remembers) {
    const before = visitors.keptNumber();
    const { customerNo: number } = customer.profile;
    if (before !== null && before !== number) {
        left(true);
    }
    const { profile } = visitors.current();
    visitors.entered(customer, remembers);
    if (before !== number) {
        BasketMgr.handOverTo(number, profile !== null && profile.customerNo === number);
    }
    return customer;
}

/** What queries for profiles are about. */
const PROFILES = { type: 'Profile', path: 'customer/Profile' };

/** Registered customers, and who of them is visiting. */
class CustomerMgr {
    static getCustomerByLogin(login) {
        const document = host.call('customer.find', { login: String(login) });
        return document ? visitors.remembered(document) : null;
    }

    static getCustomerByCustomerNumber(number) {
        const document = host.call('customer.get', { number: String(number) });
        return document ? visitors.remembered(document) : null;
    }

    static isAcceptablePassword(password) {
        return objectionTo(password) === null;
    }

    /** Registers; throws when the login is taken or the password isn't what the list of customers wants. */
    static createCustomer(login, password) {
        const objection = objectionTo(password);
        if (objection !== null) {
            throw new Error(objection);
        }
        return visitors.remembered(atOnce('customer.create', { login, password }));
    }

    static authenticateCustomer(login, password) {
        const customer = CustomerMgr.#authenticated(login, password);
        if (customer !== null) {
            const { enabled } = customer[held];
            const status = enabled === false ? 'ERROR_CUSTOMER_DISABLED' : isExpired(customer[held]) ? 'ERROR_PASSWORD_EXPIRED' : 'AUTH_OK';
            return new AuthenticationStatus(status, status === 'AUTH_OK' ? customer : null);
        }
        const isKnown = CustomerMgr.getCustomerByLogin(String(login)) !== null;
        return new AuthenticationStatus(isKnown ? 'ERROR_PASSWORD_MISMATCH' : 'ERROR_CUSTOMER_NOT_FOUND', null);
    }

    /** Whose login and password these are, whether or not he may log in; null if they are nobody's. */
    static #authenticated(login, password) {
        const document = host.call('customer.authenticate', { login: String(login), password: String(password) });
        return document ? visitors.remembered(document) : null;
    }

    /** `(status, remembers)`, or as older scripts do `(login, password, remembers)`, for whom it doesn't matter how old a password is. */
    static loginCustomer(given, ...rest) {
        if (typeof given === 'string') {
            const customer = CustomerMgr.#authenticated(given, rest[0]);
            return customer === null || customer[held].enabled === false ? null : entered(customer, Boolean(rest[1]));
        }
        return given.authenticated ? entered(given.customer, Boolean(rest[0])) : null;
    }

    /** The basket of the customer waits for him; a session that is to `remember` him keeps `session.custom`, and who he is. */
    static logoutCustomer(remembers) {
        return left(remembers === true);
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
        return CustomerMgr.getCustomerList(context.site.customerList);
    }

    static getCustomerList(id) {
        const known = host.call('site.record', { kind: 'customer-list', scope: String(id), id: String(id) });
        const isThere = known !== null || id === context.site.customerList;
        return isThere ? new (require('dw/customer/CustomerList'))({ ID: String(id), description: (known && known.description) || null }) : null;
    }

    static describeProfileType() {
        return require('dw/object/SystemObjectMgr').describe('Profile');
    }

    static isPasswordExpired(login) {
        const customer = CustomerMgr.getCustomerByLogin(login);
        return customer !== null && isExpired(customer[held]);
    }

    static getProfile(number) {
        const customer = CustomerMgr.getCustomerByCustomerNumber(number);
        return customer && customer.profile;
    }

    /** Whom a token for a new password was made for; nothing if it is no longer good. */
    static getCustomerByToken(token) {
        const document = host.call('customer.owner', { token: String(token) });
        return document ? visitors.remembered(document) : null;
    }

    /** Only who is logged in can remove himself; the visitor's session goes with him. */
    static removeCustomer(customer) {
        if (!customer.registered) {
            throw new Error('Only a registered customer can be removed');
        }
        const { customerNo: number } = customer.profile;
        if (customer !== visitors.current() || !customer.authenticated) {
            throw new Error(`The customer ${number} isn't logged in: only who is can be removed`);
        }
        left(false);
        atOnce('customer.remove', { number });
        visitors.forget(number);
    }

    static removeCustomerTrackingData() {}

    static #profiles() {
        return host.call('customer.list', null).map((document) => visitors.remembered(document).profile);
    }

    static searchProfiles(query, sorting, ...values) {
        return new SeekableIterator(queried(PROFILES, CustomerMgr.#profiles(), query, sorting, values));
    }

    static queryProfiles(query, sorting, ...values) {
        return CustomerMgr.searchProfiles(query, sorting, ...values);
    }

    static searchProfile(query, ...values) {
        return queried(PROFILES, CustomerMgr.#profiles(), query, null, values)[0] || null;
    }

    static queryProfile(query, ...values) {
        return CustomerMgr.searchProfile(query, ...values);
    }

    static processProfiles(callback, query, ...values) {
        queried(PROFILES, CustomerMgr.#profiles(), query, null, values).forEach((profile) => callback(profile));
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
        const customer = visitors.remembered(atOnce('customer.create_external', { login: `${provider}:${id}` }));
        customer[held].email = null;
        customer.createExternalProfile(provider, id);
        return customer;
    }

    static loginExternallyAuthenticatedCustomer(provider, id, remembers) {
        const profile = CustomerMgr.getExternallyAuthenticatedCustomerProfile(provider, id);
        return profile === null ? null : entered(profile.customer, Boolean(remembers));
    }
}

module.exports = manager(changing(CustomerMgr, ['createCustomer', 'createExternallyAuthenticatedCustomer', 'removeCustomer']), 'dw.customer.CustomerMgr', {
    customerGroups: true,
    passwordConstraints: true,
    registeredCustomerCount: true,
    siteCustomerList: true
});
