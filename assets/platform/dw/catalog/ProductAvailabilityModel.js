'use strict';

const { held, define } = require('../../internal/bean');
const ProductAvailabilityLevels = require('dw/catalog/ProductAvailabilityLevels');
const ProductInventoryRecord = require('dw/catalog/ProductInventoryRecord');

const IN_STOCK = 'IN_STOCK';
const NOT_AVAILABLE = 'NOT_AVAILABLE';
const PREORDER = 'PREORDER';
const BACKORDER = 'BACKORDER';

/** Whether a product can be bought now. */
class ProductAvailabilityModel {
    #document;
    #record;

    constructor(product) {
        this.#document = product[held];
        this.#record = new ProductInventoryRecord(host.call('inventory.record', { id: product[held].id }));
    }

    getInventoryRecord() {
        return this.#record;
    }

    isInStock(quantity = 1) {
        return this.#record.stockLevel.value >= quantity;
    }

    isOrderable(quantity = 1) {
        return this.#document.available !== false && this.#record.ATS.value >= quantity;
    }

    getAvailability() {
        return this.isInStock() ? 1 : 0;
    }

    /** The share of the variants that can be ordered; of anything else 1 or 0. */
    getSKUCoverage() {
        const variants = this.#document.variants || [];
        const share = variants.filter((variant) => variant.stock > 0).length / variants.length;
        return variants.length > 0 ? share : Number(this.isOrderable());
    }

    getAvailabilityStatus() {
        if (!this.isOrderable()) {
            return NOT_AVAILABLE;
        }
        if (this.isInStock()) {
            return IN_STOCK;
        }
        return this.#record.preorderable ? PREORDER : BACKORDER;
    }

    /** How a wished quantity is met, from the stock first. */
    getAvailabilityLevels(quantity) {
        if (!(quantity > 0)) {
            throw new TypeError(`A quantity is above 0, not ${quantity}`);
        }
        const orderable = this.#document.available === false ? 0 : Math.min(quantity, this.#record.ATS.value);
        const inStock = Math.min(orderable, this.#record.stockLevel.value);
        const later = orderable - inStock;
        const preorder = this.#record.preorderable ? later : 0;
        return new ProductAvailabilityLevels({ inStock, preorder, backorder: later - preorder, notAvailable: quantity - orderable });
    }

    toString() {
        return `[ProductAvailabilityModel ${this.getAvailabilityStatus()}]`;
    }
}

module.exports = define(ProductAvailabilityModel, 'dw.catalog.ProductAvailabilityModel', {
    get: {
        availability: (model) => model.getAvailability(),
        availabilityStatus: (model) => model.getAvailabilityStatus(),
        inventoryRecord: (model) => model.getInventoryRecord(),
        SKUCoverage: (model) => model.getSKUCoverage()
    },
    is: { inStock: (model) => model.isInStock(), orderable: (model) => model.isOrderable() },
    apart: ['SKUCoverage'],
    constants: {
        AVAILABILITY_STATUS_IN_STOCK: IN_STOCK,
        AVAILABILITY_STATUS_NOT_AVAILABLE: NOT_AVAILABLE,
        AVAILABILITY_STATUS_BACKORDER: BACKORDER,
        AVAILABILITY_STATUS_PREORDER: PREORDER
    }
});
