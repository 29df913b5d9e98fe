'use strict';

const { held, define } = require('../../internal/bean');
const Quantity = require('dw/value/Quantity');

/** How a wished quantity is met: `{ inStock, preorder, backorder, notAvailable }` pieces. */
class ProductAvailabilityLevels {
    constructor(pieces) {
        Object.defineProperty(this, held, { value: pieces });
    }

    /** How many of the four levels hold anything. */
    getCount() {
        return Object.values(this[held]).filter((pieces) => pieces > 0).length;
    }

    toString() {
        return '[ProductAvailabilityLevels]';
    }
}

const pieces = (level) => (it) => new Quantity(it[held][level], '');

module.exports = define(ProductAvailabilityLevels, 'dw.catalog.ProductAvailabilityLevels', {
    get: {
        inStock: pieces('inStock'),
        preorder: pieces('preorder'),
        backorder: pieces('backorder'),
        notAvailable: pieces('notAvailable'),
        count: true
    }
});
