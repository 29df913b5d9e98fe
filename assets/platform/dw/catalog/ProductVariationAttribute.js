'use strict';

const { define } = require('../../internal/bean');

/** What variants differ in, such as the colour. */
class ProductVariationAttribute {
    #id;

    constructor(id) {
        this.#id = id;
    }

    getID() {
        return this.#id;
    }

    getAttributeID() {
        return this.#id;
    }

    getDisplayName() {
        return require('dw/web/Resource').msg(`attribute.${this.#id}`, 'product', this.#id);
    }

    equals(other) {
        return other instanceof ProductVariationAttribute && other.ID === this.#id;
    }

    toString() {
        return `[ProductVariationAttribute id=${this.#id}]`;
    }
}

module.exports = define(ProductVariationAttribute, 'dw.catalog.ProductVariationAttribute', {
    get: {
        ID: (attribute) => attribute.getID(),
        attributeID: (attribute) => attribute.getAttributeID(),
        displayName: (attribute) => attribute.getDisplayName()
    }
});
