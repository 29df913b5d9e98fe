'use strict';

const { define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const Quantity = require('dw/value/Quantity');

/** Prices by quantity. The catalogue's products cost the same however many are bought. */
class ProductPriceTable {
    #model;

    constructor(model) {
        this.#model = model;
    }

    getQuantities() {
        return new ArrayList([new Quantity(1, '')]);
    }

    getNextQuantity() {
        return null;
    }

    getPercentage() {
        return 0;
    }

    getPrice() {
        return this.#model.getPrice();
    }
}

module.exports = define(ProductPriceTable, 'dw.catalog.ProductPriceTable', { get: { quantities: (it) => it.getQuantities() } });
