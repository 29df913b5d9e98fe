'use strict';

const { held, define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');
const Quantity = require('dw/value/Quantity');

/** That somebody bought something of a list. */
class ProductListItemPurchase {
    constructor(document, item) {
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'owner', { value: item, enumerable: false });
    }
}

module.exports = define(ProductListItemPurchase, 'dw.customer.ProductListItemPurchase', {
    get: Object.assign(facts(['purchaserName', 'orderNo']), {
        purchaseDate: (purchase) => new Date(purchase[held].created),
        quantity: (purchase) => new Quantity(purchase[held].quantity, ''),
        item: (purchase) => purchase.owner
    }),
    apart: ['item']
});
