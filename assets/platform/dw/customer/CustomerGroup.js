'use strict';

const { held, define } = require('../../internal/bean');
const groups = require('../../internal/customerGroups');
const records = require('../../internal/records');

/** Customers that promotions and rules speak of together: those of a list, or those that a rule means. */
class CustomerGroup {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getDescription() {
        return this[held].description || null;
    }

    isRuleBased() {
        return Boolean(this[held].membershipRule);
    }

    getCustom() {
        return records.custom(this[held], 'CustomerGroup');
    }

    /** The documents of who is put in or out; only a list has such members. */
    #memberOf(customer) {
        if (this.isRuleBased() || groups.isBuiltIn(this.getID())) {
            throw new Error(`The members of the customer group ${this.getID()} are told by a rule`);
        }
        if (!customer || !customer.registered) {
            throw new Error(`Only registered customers are in the customer group ${this.getID()}`);
        }
        const document = customer[held];
        document.groups = document.groups || [];
        return document;
    }

    assignCustomer(customer) {
        const document = this.#memberOf(customer);
        if (!document.groups.includes(this.getID())) {
            document.groups.push(this.getID());
        }
    }

    unassignCustomer(customer) {
        const document = this.#memberOf(customer);
        document.groups = document.groups.filter((id) => id !== this.getID());
    }

    toString() {
        return `[CustomerGroup id=${this.getID()}]`;
    }
}

module.exports = define(CustomerGroup, 'dw.customer.CustomerGroup', {
    changes: ['assignCustomer', 'unassignCustomer'],
    get: {
        ID: true,
        description: true,
        custom: true
    },
    is: { ruleBased: true }
});
