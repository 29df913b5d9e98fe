'use strict';

const { held, define } = require('../../internal/bean');
const { recorded } = require('../../internal/attributes');
const { choice, constants, id, itemID, live, moved } = require('../../internal/paperwork');
const AbstractItem = require('dw/order/AbstractItem');
const FilteringCollection = require('dw/util/FilteringCollection');
const Quantity = require('dw/value/Quantity');
const TrackingRef = require('dw/order/TrackingRef');

/** What may follow each status; the way to the warehouse is that of the whole shipping order. */
const NEXT = { CONFIRMED: [], WAREHOUSE: ['SHIPPED', 'CANCELLED'], SHIPPED: [], CANCELLED: [] };

/** So many pieces of a line that are to be sent. */
class ShippingOrderItem extends AbstractItem {
    getShippingOrderNumber() {
        return this.container.shippingOrderNumber;
    }

    getQuantity() {
        return new Quantity(this[held].quantity, '');
    }

    billedQuantity() {
        return this.getQuantity();
    }

    getStatus() {
        return choice(this[held].status);
    }

    /** The order's item gets the same. */
    setStatus(status) {
        const wanted = moved(NEXT, this[held].status, status);
        this.container.during(() => this.pass(wanted));
    }

    take(status) {
        this.change({ status });
    }

    pass(status) {
        this.take(status);
        this.getOrderItem().take(status);
    }

    /** A part of it for itself, with a line of its own unless `isLineSplit` is false; all of it is itself. */
    split(quantity, isLineSplit = true) {
        const wanted = Number(quantity);
        const all = this[held].quantity;
        if (!(wanted > 0) || wanted > all) {
            throw new Error(`The item has ${all} pieces, not ${wanted}`);
        }
        if (wanted === all) {
            return this;
        }
        const order = this.container.order;
        const orderItem = isLineSplit ? order.splitItem(this.getOrderItem(), wanted) : this.getOrderItem();
        const before = [this.getTaxBasis(), this.getTax()];
        const part = this.container.addItem(Object.assign(JSON.parse(JSON.stringify(this[held])), { uuid: id(), id: itemID(order),
            order_item: orderItem.itemID, quantity: wanted, tracking: [], custom: recorded(this.custom) }));
        part.applyPriceRate(wanted, all, true);
        const [basis, tax] = before.map((money, index) => money.subtract([part.taxBasis, part.tax][index]));
        this.change({ quantity: all - wanted, basis: basis.toNumberString(), tax: tax.toNumberString() });
        return part;
    }

    /** Pieces of it that are in a parcel; all without a quantity. */
    addTrackingRef(trackingInfoID, quantity) {
        if (this.container.getTrackingInfo(trackingInfoID) === null) {
            throw new Error(`The shipping order ${this.getShippingOrderNumber()} has no tracking info ${trackingInfoID}`);
        }
        const document = { uuid: id(), info: trackingInfoID, quantity: quantity ? Number(quantity) : null };
        this.change({ tracking: (this[held].tracking || []).concat(document) });
        return live(document, () => new TrackingRef(document, this));
    }

    getTrackingRefs() {
        const refs = (this[held].tracking || []).map((document) => live(document, () => new TrackingRef(document, this)));
        return new FilteringCollection(refs, (ref) => ref.trackingInfo.ID);
    }
}

module.exports = define(ShippingOrderItem, 'dw.order.ShippingOrderItem', {
    get: {
        shippingOrderNumber: true,
        status: true,
        quantity: true,
        basePrice: true,
        parentItem: true,
        trackingRefs: true
    },
    apart: ['parentItem'],
    constants: constants('STATUS', Object.keys(NEXT))
});
