'use strict';

const { manager } = require('../../internal/bean');
const records = require('../../internal/records');
const ProductInventoryList = require('dw/catalog/ProductInventoryList');

/** Lists that this thread has met. */
const lists = new Map();

function list(id) {
    if (!lists.has(id)) {
        const document = records.record('inventory-list', id, id);
        lists.set(id, document === null ? null : new ProductInventoryList(id, document));
    }
    return lists.get(id);
}

/** The inventory lists of the shop: that of the site, and those of its stores. */
class ProductInventoryMgr {
    /** The site's if no other is named; null if there is none. */
    static getInventoryList(...given) {
        const id = given.length === 0 ? host.call('inventory.list', null) : given[0];
        return id === null || id === undefined ? null : list(String(id));
    }

    static getInventoryIntegrationMode() {
        return ProductInventoryMgr.INTEGRATIONMODE_B2C;
    }
}

module.exports = manager(ProductInventoryMgr, 'dw.catalog.ProductInventoryMgr', {
    inventoryList: true,
    inventoryIntegrationMode: true
}, { INTEGRATIONMODE_B2C: 'B2C', INTEGRATIONMODE_OCI: 'OCI', INTEGRATIONMODE_OCI_CACHE: 'OCI_CACHE' });
