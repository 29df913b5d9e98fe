'use strict';

const { manager } = require('../../internal/bean');
const ProductInventoryList = require('dw/catalog/ProductInventoryList');

const list = new ProductInventoryList();

/** The site has one inventory list. */
class ProductInventoryMgr {
    static getInventoryList(id) {
        return id === undefined || id === list.ID ? list : null;
    }

    static getInventoryIntegrationMode() {
        return ProductInventoryMgr.INTEGRATIONMODE_B2C;
    }
}

module.exports = manager(ProductInventoryMgr, 'dw.catalog.ProductInventoryMgr', {
    inventoryList: () => ProductInventoryMgr.getInventoryList(),
    inventoryIntegrationMode: () => ProductInventoryMgr.getInventoryIntegrationMode()
}, { INTEGRATIONMODE_B2C: 'B2C', INTEGRATIONMODE_OCI: 'OCI', INTEGRATIONMODE_OCI_CACHE: 'OCI_CACHE' });
