'use strict';

const { held, define } = require('../../internal/bean');
const Quantity = require('dw/value/Quantity');

/** So many pieces of a shipping order's item in one parcel. */
class TrackingRef {
    constructor(document, item) {
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'item', { value: item, enumerable: false });
    }

    getQuantity() {
        return new Quantity(this[held].quantity, '');
    }

    setQuantity(quantity) {
        this[held].quantity = quantity ? Number(quantity) : null;
    }

    getShippingOrderItem() {
        return this.item;
    }

    getTrackingInfo() {
        return this.item.container.getTrackingInfo(this[held].info);
    }
}

module.exports = define(TrackingRef, 'dw.order.TrackingRef', {
    get: {
        quantity: true,
        shippingOrderItem: true,
        trackingInfo: true
    },
    apart: ['shippingOrderItem', 'trackingInfo']
});
