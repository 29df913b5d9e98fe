'use strict';

const { held, define } = require('../../internal/bean');

/** The inventory list of a store, and what addresses call it. */
class StoreInventoryFilterValue {
    constructor(name, list) {
        Object.defineProperty(this, held, { value: { name, list } });
    }

    toString() {
        return `[StoreInventoryFilterValue ${this[held].name}]`;
    }
}

module.exports = define(StoreInventoryFilterValue, 'dw.catalog.StoreInventoryFilterValue', {
    get: {
        semanticInventoryID: (it) => it[held].name,
        inventoryListID: (it) => it[held].list
    }
});
