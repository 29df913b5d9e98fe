'use strict';

const { held, define } = require('../../internal/bean');
const { dates } = require('../../internal/fields');
const { itemConstants } = require('../../internal/filters');
const { invoice, shape } = require('../../internal/invoiced');
const { choice, constants, id, item, live, pieces, portion } = require('../../internal/paperwork');
const { named } = require('../../internal/shippingMethods');
const AbstractItemCtnr = require('dw/order/AbstractItemCtnr');
const ArrayList = require('dw/util/ArrayList');
const OrderAddress = require('dw/order/OrderAddress');
const ShippingOrderItem = require('dw/order/ShippingOrderItem');
const TrackingInfo = require('dw/order/TrackingInfo');

/** What is to be sent of an order at once. */
class ShippingOrder extends AbstractItemCtnr {
    itemOf(document) {
        return new ShippingOrderItem(document, this);
    }

    getShippingOrderNumber() {
        return this[held].number;
    }

    /** By its items; without any it is confirmed. */
    getStatus() {
        const statuses = this[held].items.map(({ status }) => status);
        if (statuses.length > 0 && statuses.every((status) => status === 'CANCELLED')) {
            return choice('CANCELLED');
        }
        return choice(['SHIPPED', 'WAREHOUSE'].find((status) => statuses.includes(status)) || 'CONFIRMED');
    }

    /** The only way of confirmed items to the warehouse. */
    setStatusWarehouse() {
        if (this.getStatus().value !== 'CONFIRMED') {
            throw new Error(`The shipping order ${this[held].number} is ${this.getStatus()}, not CONFIRMED`);
        }
        this.during(() => this.getItems().toArray().forEach((each) => each.pass('WAREHOUSE')));
    }

    /** Does what changes items; the order notes what becomes of this. */
    during(work) {
        const before = this.getStatus().value;
        work();
        const after = this.getStatus().value;
        if (after !== before) {
            this.getOrder().addNote('Shipping order', `Shipping order ${this[held].number} status changed to ${after}.`);
        }
        this.getOrder().followItems();
    }

    /** Of so many pieces, for which the line is split if it has more, unless `isSplit` is false; of all without a number. */
    createShippingOrderItem(orderItem, quantity, isSplit = true) {
        const { lineItem } = orderItem;
        if (quantity === null || quantity === undefined || orderItem.type.value === 'SERVICE') {
            return this.addItem(item(orderItem, { quantity: pieces(lineItem), status: 'CONFIRMED' }));
        }
        const wanted = Number(quantity);
        if (!(wanted > 0) || wanted > lineItem.quantityValue) {
            throw new Error(`The line has ${lineItem.quantityValue} pieces, not ${wanted}`);
        }
        const sent = isSplit ? this.getOrder().splitItem(orderItem, wanted) : orderItem;
        return this.addItem(item(sent, Object.assign({ quantity: wanted, status: 'CONFIRMED' }, portion(sent.lineItem, wanted))));
    }

    getShippingMethod() {
        return named(this[held].method);
    }

    setShippingMethodID(method) {
        this.change({ method });
    }

    /** An address of the order, which it stays. */
    getShippingAddress() {
        const document = this.getOrder().addressDocument(this[held].address);
        return document && new OrderAddress(document);
    }

    setShippingAddress(address) {
        this.change({ address: this.getOrder().addressKey(address) });
    }

    /** To be captured, with the number of the shipping order unless there is another one. */
    createInvoice(number = this[held].number) {
        return invoice(this, 'SHIPPING', number);
    }

    addTrackingInfo(trackingInfoID) {
        if (this.getTrackingInfo(trackingInfoID) !== null) {
            throw new Error(`The shipping order ${this[held].number} has the tracking info ${trackingInfoID} already`);
        }
        this.change({ tracking: (this[held].tracking || []).concat({ uuid: id(), id: String(trackingInfoID), custom: {} }) });
        return this.getTrackingInfo(trackingInfoID);
    }

    getTrackingInfos() {
        return new ArrayList((this[held].tracking || []).map((document) => live(document, () => new TrackingInfo(document, this))));
    }

    getTrackingInfo(trackingInfoID) {
        return this.getTrackingInfos().toArray().find((info) => info.ID === trackingInfoID) || null;
    }
}

module.exports = define(ShippingOrder, 'dw.order.ShippingOrder', {
    changes: ['createShippingOrderItem', 'createInvoice', 'addTrackingInfo'],
    get: Object.assign({
        shippingOrderNumber: true,
        status: true,
        shippingMethod: true,
        shippingAddress: true,
        trackingInfos: true
    }, dates(['shipDate']), shape),
    apart: ['invoice', 'shippingMethod'],
    constants: Object.assign(constants('STATUS', ['CONFIRMED', 'WAREHOUSE', 'SHIPPED', 'CANCELLED']), itemConstants)
});
