'use strict';

const { held, manager } = require('../../internal/bean');
const atOnce = require('../../internal/atOnce');
const changing = require('../../internal/changing');
const context = require('../../internal/context');
const groups = require('../../internal/customerGroups');
const ArrayList = require('dw/util/ArrayList');
const AuthenticationStatus = require('dw/customer/AuthenticationStatus');
const BasketMgr = require('dw/order/BasketMgr');
const { objectionTo } = require('../../internal/passwords');
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
        const document = host.call('customer.authenticate', { login: String(login), password: String(password) });
        if (document && document.enabled === false) {
            return new AuthenticationStatus('ERROR_CUSTOMER_DISABLED', null);
        }
        if (document) {
            return new AuthenticationStatus('AUTH_OK', visitors.remembered(document));
        }
        const isKnown = CustomerMgr.getCustomerByLogin(String(login)) !== null;
        return new AuthenticationStatus(isKnown ? 'ERROR_PASSWORD_MISMATCH' : 'ERROR_CUSTOMER_NOT_FOUND', null);
    }

    /** `(status, remembers)`, or as older scripts do `(login, password, remembers)`. */
    static loginCustomer(given, ...rest) {
        const isOld = typeof given === 'string';
        const status = isOld ? CustomerMgr.authenticateCustomer(given, rest[0]) : given;
        if (!status.authenticated) {
            return null;
        }
        return entered(status.customer, Boolean(rest[isOld ? 1 : 0]));
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
        return document ? visitors.remembered(document) : null;
    }

    /** The visitor's session goes with him. */
    static removeCustomer(customer) {
        const { customerNo: number } = customer.profile;
        if (customer === visitors.current()) {
            left(false);
        }
        atOnce('customer.remove', { number });
        visitors.forget(number);
    }

    static removeCustomerTrackingData() {}

    static #profiles() {
        return host.call('customer.list', null).map((document) => visitors.remembered(document).profile);
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
    customerGroups: () => CustomerMgr.getCustomerGroups(),
    passwordConstraints: () => CustomerMgr.getPasswordConstraints(),
    registeredCustomerCount: () => CustomerMgr.getRegisteredCustomerCount(),
    siteCustomerList: () => CustomerMgr.getSiteCustomerList()
});
