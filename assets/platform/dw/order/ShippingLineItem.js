'use strict';

const { held, define } = require('../../internal/bean');
const { adjusted } = require('../../internal/adjusted');
const ArrayList = require('dw/util/ArrayList');
const LineItem = require('dw/order/LineItem');
const PriceAdjustment = require('dw/order/PriceAdjustment');

/** What shipping costs. */
class ShippingLineItem extends LineItem {
    getID() {
        return this[held].service || 'STANDARD_SHIPPING';
    }

    usualText() {
        return 'Shipping';
    }

    usualTaxClassID() {
        const method = this.getShipment().shippingMethod;
        return method && method.taxClassID;
    }

    /** Where they are kept. */
    adjustments() {
        this[held].adjustments = this[held].adjustments || [];
        return this[held].adjustments;
    }

    getShippingPriceAdjustments() {
        return new ArrayList(this.adjustments().map((entry) => this.owner.one(entry, PriceAdjustment, this)));
    }

    getShipment() {
        return this.owner.getShipments().toArray().find((shipment) => shipment.isOf(this[held])) || this.owner.getDefaultShipment();
    }

    /** Orders have more of their lines. */
    getOrderItem() {
        return this.owner.orderItemOf(this);
    }

    createShippingPriceAdjustment(promotionID, discount) {
        if (this.adjustments().some((entry) => entry.promotion === promotionID)) {
            throw new Error(`The line has a price adjustment ${promotionID} already`);
        }
        return this.owner.adjust(this.adjustments(), promotionID, discount, this.getAdjustedPrice(), this);
    }

    removeShippingPriceAdjustment(adjustment) {
        const entries = this.adjustments();
        entries.splice(0, entries.length, ...entries.filter((entry) => entry.uuid !== adjustment.UUID));
    }

    getAdjustedPrice() {
        return this.getShippingPriceAdjustments().toArray().reduce((sum, entry) => sum.add(entry.price), this.getPrice());
    }
}

ShippingLineItem.STANDARD_SHIPPING_ID = 'STANDARD_SHIPPING';

module.exports = define(ShippingLineItem, 'dw.order.ShippingLineItem', {
    changes: ['createShippingPriceAdjustment', 'removeShippingPriceAdjustment'],
    get: Object.assign({
        ID: true,
        adjustedPrice: true,
        shippingPriceAdjustments: true,
        orderItem: true
    }, adjusted),
    apart: ['orderItem']
});
