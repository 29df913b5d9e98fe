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

    usualTaxClassID() {
        const method = this.getShipment().shippingMethod;
        return method && method.taxClassID;
    }

    /** Where they are kept: with the shipment, those of the default one with the basket. */
    adjustments() {
        if (this.getShipment().default) {
            return this.owner[held].shipping_adjustments;
        }
        this[held].adjustments = this[held].adjustments || [];
        return this[held].adjustments;
    }

    getShippingPriceAdjustments() {
        return new ArrayList(this.adjustments().map((entry) => new PriceAdjustment(entry, this.owner)));
    }

    getShipment() {
        return this.owner.getShipments().toArray().find((shipment) => shipment.UUID === this[held].uuid) || this.owner.getDefaultShipment();
    }

    createShippingPriceAdjustment(promotionID, discount) {
        if (this.adjustments().some((entry) => entry.promotion === promotionID)) {
            throw new Error(`The line has a price adjustment ${promotionID} already`);
        }
        return this.owner.adjust(this.adjustments(), promotionID, discount, this.getAdjustedPrice());
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
    get: Object.assign({
        ID: (line) => line.getID(),
        adjustedPrice: (line) => line.getAdjustedPrice(),
        shippingPriceAdjustments: (line) => line.getShippingPriceAdjustments()
    }, adjusted)
});
