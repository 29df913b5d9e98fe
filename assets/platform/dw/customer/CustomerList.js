'use strict';

const { held, define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');

/** The customers of one or several sites. */
class CustomerList {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    toString() {
        return `[CustomerList id=${this[held].ID}]`;
    }
}

module.exports = define(CustomerList, 'dw.customer.CustomerList', { get: facts(['ID', 'description']) });
