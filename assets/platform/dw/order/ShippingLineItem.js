'use strict';

const { held, define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const LineItem = require('dw/order/LineItem');
const PriceAdjustment = require('dw/order/PriceAdjustment');

/** What shipping costs. */
class ShippingLineItem extends LineItem {
    getID() {
        return 'STANDARD_SHIPPING';
    }

    getShippingPriceAdjustments() {
        const entries = this.owner[held].shipping_adjustments;
        return new ArrayList(entries.map((entry) => new PriceAdjustment(entry, this.owner)));
    }

    getAdjustedPrice() {
        return this.getShippingPriceAdjustments().toArray().reduce((sum, entry) => sum.add(entry.price), this.getPrice());
    }
}

ShippingLineItem.STANDARD_SHIPPING_ID = 'STANDARD_SHIPPING';

module.exports = define(ShippingLineItem, 'dw.order.ShippingLineItem', {
    get: {
        ID: (line) => line.getID(),
        adjustedPrice: (line) => line.getAdjustedPrice(),
        shippingPriceAdjustments: (line) => line.getShippingPriceAdjustments()
    }
});
