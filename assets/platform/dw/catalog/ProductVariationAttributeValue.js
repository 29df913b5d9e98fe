'use strict';

const { define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');

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

    getDescription() {
        return require('dw/web/Resource').msg(`${this.#attribute}.${this.#value}.description`, 'product', null);
    }

    /** None: the catalogue's images are those of products. */
    getImages() {
        return new ArrayList();
    }

    getImage() {
        return null;
    }

    hashCode() {
        return Array.from(String(this.#value)).reduce((code, letter) => ((code * 31) + letter.charCodeAt(0)) | 0, 0);
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
        displayValue: (value) => value.getDisplayValue(),
        description: (value) => value.getDescription()
    }
});
