'use strict';

const { held, define } = require('../../internal/bean');
const { chosen } = require('../../internal/choices');
const { customOf } = require('../../internal/container');
const { textOf, texts } = require('../../internal/fields');
const { prorated } = require('../../internal/proration');
const { named } = require('../../internal/shippingMethods');
const { sum, totals } = require('../../internal/totals');
const { typeName } = require('../../internal/typeNames');
const ArrayList = require('dw/util/ArrayList');
const OrderAddress = require('dw/order/OrderAddress');
const ShippingLineItem = require('dw/order/ShippingLineItem');

const SHIPPED = ['NOTSHIPPED', 'NOTSHIPPED', 'SHIPPED'];
const STATUSES = { SHIPPING_STATUS_NOTSHIPPED: 0, SHIPPING_STATUS_SHIPPED: 2 };

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
        return this[held] === this.owner[held].shipment;
    }

    getProductLineItems() {
        return new ArrayList(this.owner.getAllProductLineItems().toArray().filter((line) => line.shipment.ID === this.getID() && line.parent === null));
    }

    getGiftCertificateLineItems() {
        return new ArrayList(this.owner.getGiftCertificateLineItems().toArray().filter((line) => line.shipment.ID === this.getID()));
    }

    /** Those of options and of what is bundled too, and the discounts of all of them. */
    getAllLineItems() {
        const discounts = new ArrayList(this.#lines().toArray().flatMap((line) => line.allAdjustments()));
        return this.#lines().concat(this.getGiftCertificateLineItems(), new ArrayList(this.#freight()), discounts, this.getShippingPriceAdjustments());
    }

    getShippingPriceAdjustments() {
        return new ArrayList([].concat(...this.getShippingLineItems().toArray().map((line) => line.shippingPriceAdjustments.toArray())));
    }

    getShippingPriceAdjustmentByPromotionID(id) {
        return this.getShippingPriceAdjustments().toArray().find((entry) => entry.promotionID === id) || null;
    }

    createShippingPriceAdjustment(promotionID, discount) {
        return this.getShippingLineItem('STANDARD_SHIPPING').createShippingPriceAdjustment(promotionID, discount);
    }

    removeShippingPriceAdjustment(adjustment) {
        this.getShippingLineItems().toArray().forEach((line) => line.removeShippingPriceAdjustment(adjustment));
    }

    getMerchandizeTotalPriceAdjustments() {
        return new ArrayList([].concat(...this.getProductLineItems().toArray().map((line) => line.priceAdjustments.toArray())));
    }

    getShippingLineItem(id) {
        return this.getShippingLineItems().toArray().find((line) => line.ID === id) || null;
    }

    /** The standard one is kept with the shipment. */
    createShippingLineItem(id) {
        if (id === 'STANDARD_SHIPPING') {
            this[held].amount = '0';
            return this.#line();
        }
        if (this.getShippingLineItem(id) !== null) {
            throw new Error(`The shipment ${this.getID()} has a shipping line ${id} already`);
        }
        const service = { uuid: host.call('random.id', null), service: String(id), text: String(id), amount: '0', adjustments: [], custom: {} };
        this[held].services = (this[held].services || []).concat(service);
        return new ShippingLineItem(service, this.owner);
    }

    removeShippingLineItem(line) {
        if (line[held] === this[held]) {
            this[held].amount = null;
        }
        this[held].services = (this[held].services || []).filter((service) => service !== line[held]);
    }

    /** Whether a document is that of one of its shipping lines. */
    isOf(document) {
        return document === this[held] || (this[held].services || []).includes(document);
    }

    getShippingStatus() {
        const status = this[held].shipped || 0;
        return new (require('dw/value/EnumValue'))(status, SHIPPED[status]);
    }

    setShippingStatus(status) {
        this[held].shipped = chosen('Shipment.setShippingStatus', STATUSES, status);
    }

    /** Nothing before an order is placed. */
    getShipmentNo() {
        const { ORDER_STATUS_CREATED, ORDER_STATUS_FAILED } = require('dw/order/Order');
        const isPlaced = this.owner.getOrderNo && ![ORDER_STATUS_CREATED, ORDER_STATUS_FAILED].includes(this.owner.status.value);
        return isPlaced ? `${this.owner.getOrderNo()}-${this.getID()}` : null;
    }

    getShippingMethodID() {
        return this[held].method;
    }

    getShippingMethod() {
        return named(this[held].method);
    }

    setShippingMethod(method) {
        this[held].method = method ? method.ID : null;
    }

    getShippingLineItems() {
        const services = (this[held].services || []).map((service) => new ShippingLineItem(service, this.owner));
        return new ArrayList((this[held].amount === null ? [] : [this.#line()]).concat(services));
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

    /** The sum of lines' prices by the name of the property: `price` or `adjustedPrice`. */
    #sum(lines, name) {
        return sum(lines.toArray().map((line) => line[name]), this.owner.money(0));
    }

    /** What shipping costs, and what it costs for single lines. */
    #freight() {
        const ofLines = this.#lines().toArray().map((line) => line.shippingLineItem);
        return this.getShippingLineItems().toArray().concat(ofLines.filter((line) => line !== null));
    }

    getShippingTotalPrice() {
        return this.#sum(new ArrayList(this.#freight()), 'price');
    }

    getAdjustedShippingTotalPrice() {
        return this.#sum(new ArrayList(this.#freight()), 'adjustedPrice');
    }

    #lines() {
        return new ArrayList(this.owner.getAllProductLineItems().toArray().filter((line) => line.shipment.ID === this.getID()));
    }

    getMerchandizeTotalPrice() {
        return this.#sum(this.#lines(), 'price');
    }

    /** After the discounts of lines and, if that is asked for, its share of those of the whole order. */
    getAdjustedMerchandizeTotalPrice(withOrder = false) {
        return withOrder ? this.getProratedMerchandizeTotalPrice() : this.#sum(this.#lines(), 'adjustedPrice');
    }

    getProratedMerchandizeTotalPrice() {
        const { prices } = prorated(this.owner);
        return sum(this.#lines().toArray().map((line) => prices.get(line.UUID)), this.owner.money(0));
    }

    /** See `internal/totals`. */
    taxed(lines) {
        return lines === 'goods' ? this.#lines().toArray() : this.#freight();
    }

    /** They are the basket's alone. */
    ofWholeOrder() {
        return [];
    }

    noMoney() {
        return this.owner.money(0);
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
        this[held].gift_message = textOf(message);
    }

    getCustom() {
        return customOf(this[held], typeName(this));
    }

    toString() {
        return `[Shipment id=${this.getID()}]`;
    }
}

module.exports = define(Shipment, 'dw.order.Shipment', {
    changes: ['createShippingAddress', 'createShippingLineItem', 'createShippingPriceAdjustment', 'removeShippingLineItem',
        'removeShippingPriceAdjustment'],
    constants: Object.assign({ SHIPMENT_NOTSHIPPED: 0, SHIPMENT_SHIPPED: 2 }, STATUSES),
    get: Object.assign({
        UUID: true,
        ID: true,
        shippingMethodID: true,
        shippingMethod: true,
        shippingAddress: true,
        shippingLineItems: true,
        standardShippingLineItem: true,
        productLineItems: true,
        shippingTotalPrice: true,
        adjustedShippingTotalPrice: true,
        merchandizeTotalPrice: true,
        giftMessage: true,
        adjustedMerchandizeTotalPrice: true,
        proratedMerchandizeTotalPrice: true,
        allLineItems: true,
        giftCertificateLineItems: true,
        shippingPriceAdjustments: true,
        merchandizeTotalPriceAdjustments: true,
        shippingStatus: true,
        shipmentNo: true,
        custom: true
    }, totals, texts(['trackingNumber'])),
    is: { default: true, gift: true },
    apart: ['productLineItems', 'allLineItems', 'merchandizeTotalPriceAdjustments']
});
