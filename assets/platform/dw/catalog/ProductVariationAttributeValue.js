'use strict';

const { define } = require('../../internal/bean');
const { imagesOf } = require('../../internal/images');

/** One of the values of a variation attribute, whose document and whose master's it has. */
class ProductVariationAttributeValue {
    #attribute;
    #value;
    #master;

    constructor(attribute, value, master) {
        this.#attribute = attribute;
        this.#value = value;
        this.#master = master;
    }

    getID() {
        return this.#value;
    }

    getValue() {
        return this.#value;
    }

    getDisplayValue() {
        const { names } = this.#attribute;
        return (names && names[this.#value]) || this.#value;
    }

    getDescription() {
        return null;
    }

    /** The master's images of this value, such as swatches of a colour. */
    getImages(viewType) {
        return imagesOf(this.#master, viewType, { [this.#attribute.id]: this.#value });
    }

    getImage(viewType, index = 0) {
        return this.getImages(viewType).toArray()[index] || null;
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
        ID: true,
        value: true,
        displayValue: true,
        description: true
    }
});
