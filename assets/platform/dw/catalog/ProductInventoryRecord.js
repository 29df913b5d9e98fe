'use strict';

const { held, define } = require('../../internal/bean');
const records = require('../../internal/records');
const Quantity = require('dw/value/Quantity');

/**
 * How many pieces there are. The document: `left` (pieces that can be sold now), `allocation` (what there was at first),
 * `perpetual`, `handling` (`none`, `preorder`, `backorder`), `later` (pieces that can be ordered beyond), `inStockDate`,
 * `onOrder` (pieces that are on their way), `allocated` (when there was `allocation`), `custom`.
 */
class ProductInventoryRecord {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    /** What can be ordered: what is there, and what may be ordered before it is. */
    getATS() {
        return new Quantity(this[held].left + this.#later(), '');
    }

    getAllocation() {
        return new Quantity(this[held].allocation, '');
    }

    getStockLevel() {
        return new Quantity(this[held].left, '');
    }

    getOnHand() {
        return this.getStockLevel();
    }

    getOnOrder() {
        return new Quantity(this[held].onOrder, '');
    }

    /** Nothing is kept back for baskets. */
    getReserved() {
        return new Quantity(0, '');
    }

    /** What was sold of the allocation. */
    getTurnover() {
        return new Quantity(this[held].allocation - this[held].left, '');
    }

    getAllocationResetDate() {
        return this[held].allocated ? new Date(this[held].allocated) : null;
    }

    getPreorderBackorderAllocation() {
        return new Quantity(this.#later(), '');
    }

    getInStockDate() {
        return this[held].inStockDate ? new Date(this[held].inStockDate) : null;
    }

    getCustom() {
        return records.custom(this[held]);
    }

    isPerpetual() {
        return this[held].perpetual;
    }

    isPreorderable() {
        return this[held].handling === 'preorder';
    }

    isBackorderable() {
        return this[held].handling === 'backorder';
    }

    #later() {
        return this.isPreorderable() || this.isBackorderable() ? this[held].later : 0;
    }

    toString() {
        return `[ProductInventoryRecord ATS=${this.getATS().value}]`;
    }
}

module.exports = define(ProductInventoryRecord, 'dw.catalog.ProductInventoryRecord', {
    get: {
        ATS: (record) => record.getATS(),
        allocation: (record) => record.getAllocation(),
        stockLevel: (record) => record.getStockLevel(),
        onHand: (record) => record.getOnHand(),
        onOrder: (record) => record.getOnOrder(),
        reserved: (record) => record.getReserved(),
        turnover: (record) => record.getTurnover(),
        allocationResetDate: (record) => record.getAllocationResetDate(),
        preorderBackorderAllocation: (record) => record.getPreorderBackorderAllocation(),
        inStockDate: (record) => record.getInStockDate(),
        custom: (record) => record.getCustom()
    },
    is: {
        perpetual: (record) => record.isPerpetual(),
        preorderable: (record) => record.isPreorderable(),
        backorderable: (record) => record.isBackorderable()
    },
    apart: ['preorderBackorderAllocation', 'inStockDate', 'custom', 'preorderable', 'backorderable']
});
