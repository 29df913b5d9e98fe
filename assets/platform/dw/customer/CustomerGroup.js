'use strict';

const { define } = require('../../internal/bean');

/** Customers that promotions and rules speak of together. */
class CustomerGroup {
    #id;

    constructor(id) {
        this.#id = id;
    }

    getID() {
        return this.#id;
    }

    toString() {
        return `[CustomerGroup id=${this.#id}]`;
    }
}

module.exports = define(CustomerGroup, 'dw.customer.CustomerGroup', { get: { ID: (group) => group.getID() } });
