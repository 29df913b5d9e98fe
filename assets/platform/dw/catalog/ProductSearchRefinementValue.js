'use strict';

const { define } = require('../../internal/bean');

/** A value to narrow a search by, and how many hits it would leave. */
class ProductSearchRefinementValue {
    #attribute;
    #entry;

    constructor(attributeID, entry) {
        this.#attribute = attributeID;
        this.#entry = entry;
    }

    /** That of the attribute; a category has its own. */
    getID() {
        return this.#attribute === 'category' ? this.#entry.value : this.#attribute;
    }

    getValue() {
        return this.#entry.value;
    }

    getDisplayValue() {
        return this.#entry.name || this.#entry.value;
    }

    /** What a shop calls the value besides, such as the name of a colour's class. */
    getPresentationID() {
        return this.#entry.presentation || null;
    }

    getDescription() {
        return this.#entry.description || null;
    }

    /** Of prices: from here on, in the currency of the session. */
    getValueFrom() {
        return this.#entry.from === undefined ? null : this.#entry.from;
    }

    getValueTo() {
        return this.#entry.to === undefined ? null : this.#entry.to;
    }

    getHitCount() {
        return this.#entry.count;
    }

    toString() {
        return `[ProductSearchRefinementValue value=${this.#entry.value}]`;
    }
}

module.exports = define(ProductSearchRefinementValue, 'dw.catalog.ProductSearchRefinementValue', {
    get: {
        ID: true,
        value: true,
        displayValue: true,
        hitCount: true,
        presentationID: true,
        description: true,
        valueFrom: true,
        valueTo: true
    }
});
