'use strict';

const { held, define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');

/** One of the values of an option. */
class ProductOptionValue {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    equals(other) {
        return other instanceof ProductOptionValue && other.ID === this.ID;
    }

    toString() {
        return `[ProductOptionValue id=${this[held].id}]`;
    }
}

module.exports = define(ProductOptionValue, 'dw.catalog.ProductOptionValue', {
    get: Object.assign({
        ID: (value) => value[held].id,
        displayValue: (value) => value[held].name || value[held].id,
        productIDModifier: (value) => value[held].modifier || null,
        custom: true
    }, facts(['description']))
});
