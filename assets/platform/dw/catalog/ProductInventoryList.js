'use strict';

const { held, define } = require('../../internal/bean');
const inventory = require('../../internal/inventory');
const { customOf, edited } = require('../../internal/edited');

/** The stock of products, of the site or of a store. */
class ProductInventoryList {
    /** The document is what the list's header says. */
    constructor(id, document) {
        Object.defineProperty(this, held, { value: edited('inventory-list', id, Object.assign({ id }, document)) });
    }

    getID() {
        return this[held].id;
    }

    getDescription() {
        return this[held].description || null;
    }

    getDefaultInStockFlag() {
        return this[held].defaultInstock === true;
    }

    getRecord(product) {
        const record = inventory.record(typeof product === 'string' ? product : product.ID, this.getID());
        return record[held].isThere ? record : null;
    }

    getCustom() {
        return customOf(this[held], 'ProductInventoryList');
    }

    toString() {
        return `[ProductInventoryList id=${this.getID()}]`;
    }
}

module.exports = define(ProductInventoryList, 'dw.catalog.ProductInventoryList', {
    get: {
        ID: true,
        description: true,
        defaultInStockFlag: true,
        custom: true
    },
    apart: ['custom']
});
