'use strict';

const { held, define } = require('../../internal/bean');
const groups = require('../../internal/customerGroups');
const { textOf } = require('../../internal/fields');
const ArrayList = require('dw/util/ArrayList');
const Profile = require('dw/customer/Profile');

/** Who is visiting: anonymous, or registered with a profile. */
class Customer {
    #profile;

    constructor(document) {
        Object.defineProperty(this, held, { value: document });
        this.#profile = document.number ? new Profile(document, this) : null;
    }

    getID() {
        return this[held].id;
    }

    getProfile() {
        return this.#profile;
    }

    getAddressBook() {
        return this.#profile === null ? null : this.#profile.addressBook;
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
        return this.isAuthenticated() && (this[held].externals || []).length > 0;
    }

    getOrderHistory() {
        return new (require('dw/customer/OrderHistory'))(this.#profile === null ? null : this.#profile.customerNo);
    }

    getActiveData() {
        return new (require('dw/customer/CustomerActiveData'))(this);
    }

    getNote() {
        return this[held].note || null;
    }

    setNote(note) {
        this[held].note = textOf(note);
    }

    #externals() {
        const ExternalProfile = require('dw/customer/ExternalProfile');
        return (this[held].externals || []).map((document) => new ExternalProfile(document, this));
    }

    /** Nothing for a guest, as there is no address book: storefronts ask for the first of them where there is a list. */
    getExternalProfiles() {
        return this.#profile === null ? null : new ArrayList(this.#externals());
    }

    getExternalProfile(provider, id) {
        return this.#externals().find((each) => each.authenticationProviderID === provider && each.externalID === id) || null;
    }

    createExternalProfile(provider, id) {
        this[held].externals = this[held].externals || [];
        this[held].externals.push({ provider: String(provider), id: String(id), email: null });
        return this.getExternalProfile(String(provider), String(id));
    }

    removeExternalProfile(profile) {
        const { authenticationProviderID: provider, externalID: id } = profile;
        this[held].externals = (this[held].externals || []).filter((each) => each.provider !== provider || each.id !== id);
    }

    getProductLists(type) {
        return require('dw/customer/ProductListMgr').getProductLists(this, type);
    }

    getCustomerGroups() {
        return new ArrayList(groups.membershipsOf(this));
    }

    isMemberOfAnyCustomerGroup(...ids) {
        return ids.some((id) => this.isMemberOfCustomerGroup(id));
    }

    isMemberOfCustomerGroups(...ids) {
        return ids.every((id) => this.isMemberOfCustomerGroup(id));
    }

    /** `(group)` or `(id)`; there is nobody in a group that isn't there. */
    isMemberOfCustomerGroup(group) {
        const found = typeof group === 'string' ? groups.find(group) : group;
        return Boolean(found) && groups.isMember(this, found);
    }

    toString() {
        return this.#profile ? `[Customer customerNo=${this.#profile.customerNo}]` : '[Customer anonymous]';
    }
}

module.exports = define(Customer, 'dw.customer.Customer', {
    changes: ['createExternalProfile', 'removeExternalProfile', 'setNote'],
    get: {
        ID: true,
        profile: true,
        addressBook: true,
        customerGroups: true,
        orderHistory: true,
        activeData: true,
        externalProfiles: true,
        note: true
    },
    apart: ['orderHistory', 'activeData', 'externalProfiles'],
    is: {
        anonymous: true,
        registered: true,
        authenticated: true,
        externallyAuthenticated: true
    }
});
