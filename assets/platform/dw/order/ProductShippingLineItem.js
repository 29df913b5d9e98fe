'use strict';

const { held, define } = require('../../internal/bean');
const { adjusted } = require('../../internal/adjusted');
const { flags } = require('../../internal/fields');
const ArrayList = require('dw/util/ArrayList');
const LineItem = require('dw/order/LineItem');
const PriceAdjustment = require('dw/order/PriceAdjustment');
const Quantity = require('dw/value/Quantity');

/** What shipping one line costs beside the shipment. */
class ProductShippingLineItem extends LineItem {
    constructor(document, container, line) {
        super(document, container);
        Object.defineProperty(this, 'line', { value: line, enumerable: false });
    }

    usualText() {
        return `Item Shipping Cost${this[held].surcharge ? ' (Surcharge)' : ''}`;
    }

    usualTaxClassID() {
        const method = this.getShipment().shippingMethod;
        return method && method.taxClassID;
    }

    getProductLineItem() {
        return this.line;
    }

    getShipment() {
        return this.line.shipment;
    }

    getQuantity() {
        return new Quantity(this[held].quantity || this.line.quantityValue, '');
    }

    setQuantity(quantity) {
        this[held].quantity = quantity.value;
    }

    getPriceAdjustments() {
        return new ArrayList(this[held].adjustments.map((entry) => this.owner.one(entry, PriceAdjustment, this)));
    }

    getAdjustedPrice() {
        return this.getPriceAdjustments().toArray().reduce((sum, entry) => sum.add(entry.price), this.getPrice());
    }
}

module.exports = define(ProductShippingLineItem, 'dw.order.ProductShippingLineItem', {
    get: Object.assign({
        productLineItem: true,
        shipment: true,
        quantity: true,
        adjustedPrice: true,
        priceAdjustments: true
    }, adjusted),
    is: flags(['surcharge']),
    apart: ['productLineItem', 'shipment']
});
