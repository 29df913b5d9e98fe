'use strict';

const { define } = require('../../internal/bean');
const products = require('../../internal/products');

/** The stock of the site's products. */
class ProductInventoryList {
    getID() {
        return 'inventory';
    }

    getDescription() {
        return null;
    }

    getDefaultInStockFlag() {
        return false;
    }

    getRecord(product) {
        const known = products.product(typeof product === 'string' ? product : product.ID);
        return known === null ? null : known.availabilityModel.inventoryRecord;
    }

    toString() {
        return '[ProductInventoryList id=inventory]';
    }
}

module.exports = define(ProductInventoryList, 'dw.catalog.ProductInventoryList', {
    get: {
        ID: (it) => it.getID(),
        description: (it) => it.getDescription(),
        defaultInStockFlag: (it) => it.getDefaultInStockFlag()
    }
});
