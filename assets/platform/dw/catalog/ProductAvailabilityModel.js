'use strict';

const { held, define } = require('../../internal/bean');
const ProductInventoryRecord = require('dw/catalog/ProductInventoryRecord');

const IN_STOCK = 'IN_STOCK';
const NOT_AVAILABLE = 'NOT_AVAILABLE';

/** Whether a product can be bought now. */
class ProductAvailabilityModel {
    #record;

    constructor(product) {
        this.#record = new ProductInventoryRecord(host.call('inventory.stock', { id: product[held].id }));
    }

    getInventoryRecord() {
        return this.#record;
    }

    isInStock(quantity = 1) {
        return this.#record.ATS.value >= quantity;
    }

    isOrderable(quantity = 1) {
        return this.isInStock(quantity);
    }

    getAvailability() {
        return this.isInStock() ? 1 : 0;
    }

    getAvailabilityStatus() {
        return this.isInStock() ? IN_STOCK : NOT_AVAILABLE;
    }

    toString() {
        return `[ProductAvailabilityModel ${this.getAvailabilityStatus()}]`;
    }
}

module.exports = define(ProductAvailabilityModel, 'dw.catalog.ProductAvailabilityModel', {
    get: {
        availability: (model) => model.getAvailability(),
        availabilityStatus: (model) => model.getAvailabilityStatus(),
        inventoryRecord: (model) => model.getInventoryRecord()
    },
    is: { inStock: (model) => model.isInStock(), orderable: (model) => model.isOrderable() },
    constants: {
        AVAILABILITY_STATUS_IN_STOCK: IN_STOCK,
        AVAILABILITY_STATUS_NOT_AVAILABLE: NOT_AVAILABLE,
        AVAILABILITY_STATUS_BACKORDER: 'BACKORDER',
        AVAILABILITY_STATUS_PREORDER: 'PREORDER'
    }
});
