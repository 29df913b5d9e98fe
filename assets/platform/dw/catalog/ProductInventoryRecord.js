'use strict';

const { define } = require('../../internal/bean');
const Quantity = require('dw/value/Quantity');

/** How many pieces there are. */
class ProductInventoryRecord {
    #stock;

    constructor(stock) {
        this.#stock = stock;
    }

    getATS() {
        return new Quantity(this.#stock, '');
    }

    getAllocation() {
        return this.getATS();
    }

    getStockLevel() {
        return this.getATS();
    }

    isPerpetual() {
        return false;
    }

    toString() {
        return `[ProductInventoryRecord ATS=${this.#stock}]`;
    }
}

module.exports = define(ProductInventoryRecord, 'dw.catalog.ProductInventoryRecord', {
    get: {
        ATS: (record) => record.getATS(),
        allocation: (record) => record.getAllocation(),
        stockLevel: (record) => record.getStockLevel()
    },
    is: { perpetual: (record) => record.isPerpetual() }
});
