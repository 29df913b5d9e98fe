'use strict';

const { held, define } = require('../../internal/bean');
const { adjusted } = require('../../internal/adjusted');
const ArrayList = require('dw/util/ArrayList');
const LineItem = require('dw/order/LineItem');
const PriceAdjustment = require('dw/order/PriceAdjustment');

/** What shipping costs. */
class ShippingLineItem extends LineItem {
    getID() {
        return 'STANDARD_SHIPPING';
    }

    getShippingPriceAdjustments() {
        const entries = this[held].adjustments || (this[held].id === 'me' || this[held].id === undefined ? this.owner[held].shipping_adjustments : []);
        return new ArrayList(entries.map((entry) => new PriceAdjustment(entry, this.owner)));
    }

    getShipment() {
        return this.owner.getShipments().toArray().find((shipment) => shipment.UUID === this[held].uuid) || this.owner.getDefaultShipment();
    }

    createShippingPriceAdjustment(promotionID, discount) {
        return this.owner.adjust(this.owner[held].shipping_adjustments, promotionID, discount, this.getAdjustedPrice());
    }

    removeShippingPriceAdjustment(adjustment) {
        this.owner[held].shipping_adjustments = this.owner[held].shipping_adjustments.filter((entry) => entry.uuid !== adjustment.UUID);
    }

    getAdjustedPrice() {
        return this.getShippingPriceAdjustments().toArray().reduce((sum, entry) => sum.add(entry.price), this.getPrice());
    }
}

ShippingLineItem.STANDARD_SHIPPING_ID = 'STANDARD_SHIPPING';

module.exports = define(ShippingLineItem, 'dw.order.ShippingLineItem', {
    get: Object.assign({
        ID: (line) => line.getID(),
        adjustedPrice: (line) => line.getAdjustedPrice(),
        shippingPriceAdjustments: (line) => line.getShippingPriceAdjustments()
    }, adjusted)
});
