'use strict';

const { define } = require('../../internal/bean');

/** One of the values of a variation attribute. */
class ProductVariationAttributeValue {
    #attribute;
    #value;

    constructor(attributeID, value) {
        this.#attribute = attributeID;
        this.#value = value;
    }

    getID() {
        return this.#value;
    }

    getValue() {
        return this.#value;
    }

    getDisplayValue() {
        return require('dw/web/Resource').msg(`${this.#attribute}.${this.#value}`, 'product', this.#value);
    }

    equals(other) {
        return other instanceof ProductVariationAttributeValue && other.value === this.#value;
    }

    toString() {
        return `[ProductVariationAttributeValue value=${this.#value}]`;
    }
}

module.exports = define(ProductVariationAttributeValue, 'dw.catalog.ProductVariationAttributeValue', {
    get: {
        ID: (value) => value.getID(),
        value: (value) => value.getValue(),
        displayValue: (value) => value.getDisplayValue()
    }
});
