'use strict';

const { held, define } = require('../../internal/bean');
const { customOf } = require('../../internal/container');
const { dates, texts } = require('../../internal/fields');
const { typeName } = require('../../internal/typeNames');
const ArrayList = require('dw/util/ArrayList');
const Extensible = require('dw/object/Extensible');

/** A parcel, and who brings it. */
class TrackingInfo extends Extensible {
    constructor(document, shippingOrder) {
        super();
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'owner', { value: shippingOrder, enumerable: false });
    }

    getID() {
        return this[held].id;
    }

    getCustom() {
        return customOf(this[held], typeName(this));
    }

    getShippingOrder() {
        return this.owner;
    }

    /** What of the shipping order's items is in it. */
    getTrackingRefs() {
        const refs = [].concat(...this.owner.items.toArray().map((item) => item.trackingRefs.toArray()));
        return new ArrayList(refs.filter((ref) => ref.trackingInfo === this));
    }

    toString() {
        return `[TrackingInfo ${this.getID()}]`;
    }
}

module.exports = define(TrackingInfo, 'dw.order.TrackingInfo', {
    get: Object.assign({
        ID: true,
        shippingOrder: true,
        trackingRefs: true
    }, texts(['carrier', 'carrierService', 'trackingNumber', 'warehouseID']), dates(['shipDate'])),
    apart: ['shippingOrder', 'trackingRefs']
});
