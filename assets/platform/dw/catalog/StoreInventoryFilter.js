'use strict';

const { held, define } = require('../../internal/bean');

/** A filter of searches by the stock of stores, and the parameter that addresses name these by. */
class StoreInventoryFilter {
    constructor(parameter, values) {
        Object.defineProperty(this, held, { value: { parameter, values } });
    }

    toString() {
        return `[StoreInventoryFilter ${this[held].parameter}]`;
    }
}

module.exports = define(StoreInventoryFilter, 'dw.catalog.StoreInventoryFilter', {
    get: {
        semanticURLParameter: (it) => it[held].parameter,
        storeInventoryFilterValues: (it) => it[held].values
    }
});
