'use strict';

/** The record of a product in an inventory list, the site's unless another is named. */
function record(id, list) {
    const ProductInventoryRecord = require('dw/catalog/ProductInventoryRecord');
    return new ProductInventoryRecord(host.call('inventory.record', { id, list }));
}

module.exports = { record };
