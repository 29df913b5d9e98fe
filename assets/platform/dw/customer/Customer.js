'use strict';

const { held, define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const Profile = require('dw/customer/Profile');

/** Who is visiting: anonymous, or registered with a profile. */
class Customer {
    #profile;

    constructor(document) {
        Object.defineProperty(this, held, { value: document });
        this.#profile = document.number ? new Profile(document) : null;
    }

    getID() {
        return this[held].id;
    }

    getProfile() {
        return this.#profile;
    }

    isAnonymous() {
        return this.#profile === null;
    }

    isRegistered() {
        return this.#profile !== null;
    }

    isAuthenticated() {
        return this.isRegistered() && Boolean(this[held].authenticated);
    }

    isExternallyAuthenticated() {
        return false;
    }

    getCustomerGroups() {
        const CustomerGroup = require('dw/customer/CustomerGroup');
        const names = ['Everyone'].concat(this.isRegistered() ? 'Registered' : 'Unregistered');
        return new ArrayList(names.map((name) => new CustomerGroup(name)));
    }

    isMemberOfCustomerGroup(id) {
        return this.getCustomerGroups().toArray().some((group) => group.ID === id);
    }


    toString() {
        return this.#profile ? `[Customer customerNo=${this.#profile.customerNo}]` : '[Customer anonymous]';
    }
}

module.exports = define(Customer, 'dw.customer.Customer', {
    get: {
        ID: (customer) => customer.getID(),
        profile: (customer) => customer.getProfile(),
        customerGroups: (customer) => customer.getCustomerGroups()
    },
    is: {
        anonymous: (customer) => customer.isAnonymous(),
        registered: (customer) => customer.isRegistered(),
        authenticated: (customer) => customer.isAuthenticated(),
        externallyAuthenticated: (customer) => customer.isExternallyAuthenticated()
    }
});
