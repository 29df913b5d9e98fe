'use strict';

const { held, define } = require('../../internal/bean');

/**
 * What variants differ in, such as the colour. The document: `id`, `attribute` (of products, which has the values), `name`,
 * `names` of values.
 */
class ProductVariationAttribute {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getAttributeID() {
        return this[held].attribute || this[held].id;
    }

    getDisplayName() {
        const { id, name } = this[held];
        return name || id;
    }

    equals(other) {
        return other instanceof ProductVariationAttribute && other.ID === this.getID();
    }

    toString() {
        return `[ProductVariationAttribute id=${this.getID()}]`;
    }
}

module.exports = define(ProductVariationAttribute, 'dw.catalog.ProductVariationAttribute', {
    get: {
        ID: true,
        attributeID: true,
        displayName: true
    }
});
