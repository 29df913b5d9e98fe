'use strict';

const { held, define } = require('../../internal/bean');
const { customOf } = require('../../internal/container');
const ArrayList = require('dw/util/ArrayList');
const OrderAddress = require('dw/order/OrderAddress');
const ShippingLineItem = require('dw/order/ShippingLineItem');

/** The part of a basket or an order that goes to one address. */
class Shipment {
    constructor(document, container) {
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'owner', { value: container, enumerable: false });
    }

    getUUID() {
        return this[held].uuid;
    }

    getID() {
        return this[held].id;
    }

    isDefault() {
        return true;
    }

    getProductLineItems() {
        return this.owner.getProductLineItems();
    }

    getShippingMethodID() {
        return this[held].method;
    }

    getShippingMethod() {
        const { allShippingMethods } = require('dw/order/ShippingMgr');
        return allShippingMethods.toArray().find((method) => method.ID === this[held].method) || null;
    }

    setShippingMethod(method) {
        this[held].method = method ? method.ID : null;
    }

    getShippingLineItems() {
        return new ArrayList(this[held].amount === null ? [] : [this.#line()]);
    }

    getStandardShippingLineItem() {
        return this[held].amount === null ? null : this.#line();
    }

    #line() {
        return new ShippingLineItem(this[held], this.owner);
    }

    getShippingAddress() {
        return this[held].address ? new OrderAddress(this[held].address) : null;
    }

    createShippingAddress() {
        this[held].address = { custom: {} };
        return this.getShippingAddress();
    }

    getShippingTotalPrice() {
        return this.owner.getShippingTotalPrice();
    }

    getAdjustedShippingTotalPrice() {
        return this.owner.getAdjustedShippingTotalPrice();
    }

    getMerchandizeTotalPrice() {
        return this.owner.getMerchandizeTotalPrice();
    }

    isGift() {
        return Boolean(this[held].gift);
    }

    setGift(gift) {
        this[held].gift = Boolean(gift);
    }

    getGiftMessage() {
        return this[held].gift_message || null;
    }

    setGiftMessage(message) {
        this[held].gift_message = message;
    }

    getCustom() {
        return customOf(this[held]);
    }

    toString() {
        return `[Shipment id=${this.getID()}]`;
    }
}

module.exports = define(Shipment, 'dw.order.Shipment', {
    get: {
        UUID: (shipment) => shipment.getUUID(),
        ID: (shipment) => shipment.getID(),
        shippingMethodID: (shipment) => shipment.getShippingMethodID(),
        shippingMethod: { get: (shipment) => shipment.getShippingMethod() },
        shippingAddress: (shipment) => shipment.getShippingAddress(),
        shippingLineItems: (shipment) => shipment.getShippingLineItems(),
        standardShippingLineItem: (shipment) => shipment.getStandardShippingLineItem(),
        productLineItems: (shipment) => shipment.getProductLineItems(),
        shippingTotalPrice: (shipment) => shipment.getShippingTotalPrice(),
        adjustedShippingTotalPrice: (shipment) => shipment.getAdjustedShippingTotalPrice(),
        merchandizeTotalPrice: (shipment) => shipment.getMerchandizeTotalPrice(),
        giftMessage: { get: (shipment) => shipment.getGiftMessage() },
        custom: (shipment) => shipment.getCustom()
    },
    is: { default: (shipment) => shipment.isDefault(), gift: { get: (shipment) => shipment.isGift() } },
    apart: ['productLineItems']
});
