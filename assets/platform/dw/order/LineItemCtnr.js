'use strict';

const { held, define } = require('../../internal/bean');
const { customOf } = require('../../internal/container');
const ArrayList = require('dw/util/ArrayList');
const CouponLineItem = require('dw/order/CouponLineItem');
const Money = require('dw/value/Money');
const OrderAddress = require('dw/order/OrderAddress');
const OrderPaymentInstrument = require('dw/order/OrderPaymentInstrument');
const PriceAdjustment = require('dw/order/PriceAdjustment');
const ProductLineItem = require('dw/order/ProductLineItem');
const Shipment = require('dw/order/Shipment');

function id() {
    return host.call('random.id', null);
}

/** What baskets and orders have in common: lines, shipment, payments, totals. */
class LineItemCtnr {
    #shipment = null;
    #lines = new Map();

    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getUUID() {
        return this[held].uuid;
    }

    getCurrencyCode() {
        return this[held].currency;
    }

    getCreationDate() {
        return new Date(this[held].created);
    }

    money(amount) {
        return new Money(amount, this.getCurrencyCode());
    }

    #sum(amounts) {
        return amounts.reduce((sum, amount) => (amount.available ? sum.add(amount) : sum), this.money(0));
    }

    // Lines

    /** One object a line, so that a script's changes to it are seen everywhere. */
    #line(document) {
        if (!this.#lines.has(document)) {
            this.#lines.set(document, new ProductLineItem(document, this));
        }
        return this.#lines.get(document);
    }

    getProductLineItems(productID) {
        const wanted = productID === undefined ? this[held].lines : this[held].lines.filter((line) => line.product === productID);
        return new ArrayList(wanted.map((line) => this.#line(line)));
    }

    getAllProductLineItems(productID) {
        return this.getProductLineItems(productID);
    }

    getAllLineItems() {
        return this.getProductLineItems().concat(this.getDefaultShipment().shippingLineItems, this.getPriceAdjustments());
    }

    getProductQuantityTotal() {
        return this[held].lines.reduce((sum, line) => sum + line.quantity, 0);
    }

    getProductQuantities() {
        const LinkedHashMap = require('dw/util/LinkedHashMap');
        const Quantity = require('dw/value/Quantity');
        const quantities = new LinkedHashMap();
        for (const line of this.getProductLineItems()) {
            const before = quantities.get(line.product);
            quantities.put(line.product, new Quantity(line.quantityValue + (before ? before.value : 0), ''));
        }
        return quantities;
    }

    /** Appends one piece of a product, given by id or as a Product. */
    createProductLineItem(wanted) {
        const product = wanted && typeof wanted === 'object' ? wanted : require('dw/catalog/ProductMgr').getProduct(wanted);
        if (product === null) {
            throw new Error(`There is no product ${wanted}`);
        }
        const price = product.priceModel.price;
        const document = {
            uuid: id(), product: product.ID, name: product.name, text: product.name, quantity: 1,
            unit_price: price.available ? price.toNumberString() : null, adjustments: [], custom: {}
        };
        this[held].lines.push(document);
        return this.#line(document);
    }

    removeProductLineItem(line) {
        this[held].lines = this[held].lines.filter((entry) => entry.uuid !== line.UUID);
    }

    // Discounts

    adjust(list, promotionID, discount, price) {
        const amount = discount ? discount.of(price) : price.multiply(0);
        const entry = { uuid: id(), promotion: promotionID, text: promotionID, manual: true, custom: {},
            amount: amount.multiply(-1).toNumberString() };
        list.push(entry);
        return new PriceAdjustment(entry, this);
    }

    getPriceAdjustments() {
        return new ArrayList(this[held].adjustments.map((entry) => new PriceAdjustment(entry, this)));
    }

    createPriceAdjustment(promotionID, discount) {
        return this.adjust(this[held].adjustments, promotionID, discount, this.getAdjustedMerchandizeTotalPrice());
    }

    removePriceAdjustment(adjustment) {
        this[held].adjustments = this[held].adjustments.filter((entry) => entry.uuid !== adjustment.UUID);
    }

    getPriceAdjustmentByPromotionID(promotionID) {
        return this.getPriceAdjustments().toArray().find((entry) => entry.promotionID === promotionID) || null;
    }

    getShippingPriceAdjustments() {
        return new ArrayList(this[held].shipping_adjustments.map((entry) => new PriceAdjustment(entry, this)));
    }

    allAdjustments() {
        const lines = this.getProductLineItems().toArray().map((line) => line.priceAdjustments.toArray());
        return [].concat(...lines, this.getPriceAdjustments().toArray(), this.getShippingPriceAdjustments().toArray());
    }

    // Coupons

    getCouponLineItems() {
        return new ArrayList(this[held].coupons.map((entry) => new CouponLineItem(entry, this)));
    }

    getCouponLineItem(code) {
        return this.getCouponLineItems().toArray().find((entry) => entry.couponCode === code) || null;
    }

    removeCouponLineItem(coupon) {
        this[held].coupons = this[held].coupons.filter((entry) => entry.uuid !== coupon.UUID);
    }

    // Shipment and addresses

    getDefaultShipment() {
        if (this.#shipment === null || this.#shipment[held] !== this[held].shipment) {
            this.#shipment = new Shipment(this[held].shipment, this);
        }
        return this.#shipment;
    }

    getShipments() {
        return new ArrayList([this.getDefaultShipment()]);
    }

    getShipment(shipmentID) {
        return shipmentID === this.getDefaultShipment().ID ? this.getDefaultShipment() : null;
    }

    getBillingAddress() {
        return this[held].billing ? new OrderAddress(this[held].billing) : null;
    }

    createBillingAddress() {
        this[held].billing = { custom: {} };
        return this.getBillingAddress();
    }

    // Payments

    getPaymentInstruments(methodID) {
        const wanted = this[held].payments.filter((entry) => methodID === undefined || entry.method === methodID);
        return new ArrayList(wanted.map((entry) => new OrderPaymentInstrument(entry)));
    }

    getPaymentInstrument() {
        return this.getPaymentInstruments().first;
    }

    createPaymentInstrument(methodID, amount) {
        const document = {
            uuid: id(), method: methodID, custom: {},
            payment: { uuid: id(), amount: amount.toNumberString(), currency: this.getCurrencyCode(), custom: {} }
        };
        this[held].payments.push(document);
        return new OrderPaymentInstrument(document);
    }

    removePaymentInstrument(instrument) {
        this[held].payments = this[held].payments.filter((entry) => entry.uuid !== instrument.UUID);
    }

    removeAllPaymentInstruments() {
        this[held].payments = [];
    }

    // Customer

    getCustomer() {
        return require('dw/customer/CustomerMgr').current();
    }

    getCustomerEmail() {
        return this[held].customer.email || null;
    }

    setCustomerEmail(email) {
        this[held].customer.email = email;
    }

    getCustomerName() {
        return this[held].customer.name || null;
    }

    setCustomerName(name) {
        this[held].customer.name = name;
    }

    getCustomerNo() {
        return this[held].customer.number || null;
    }

    getCustom() {
        return customOf(this[held]);
    }

    // Totals

    getMerchandizeTotalPrice() {
        return this.#sum(this.getProductLineItems().toArray().map((line) => line.price));
    }

    getMerchandizeTotalGrossPrice() {
        return this.getMerchandizeTotalPrice();
    }

    /** With the discounts of lines and, unless `withOrder` is false, those of the whole order. */
    getAdjustedMerchandizeTotalPrice(withOrder = true) {
        const lines = this.#sum(this.getProductLineItems().toArray().map((line) => line.adjustedPrice));
        return withOrder ? lines.add(this.#sum(this.getPriceAdjustments().toArray().map((entry) => entry.price))) : lines;
    }

    getShippingTotalPrice() {
        return this.#sum(this.getDefaultShipment().shippingLineItems.toArray().map((line) => line.price));
    }

    getAdjustedShippingTotalPrice() {
        return this.#sum(this.getDefaultShipment().shippingLineItems.toArray().map((line) => line.adjustedPrice));
    }

    getTotalGrossPrice() {
        return this.getAdjustedMerchandizeTotalPrice().add(this.getAdjustedShippingTotalPrice());
    }

    getTotalTax() {
        const total = this.getTotalGrossPrice();
        const net = total.decimalValue.divide('1.2').round(2);
        return total.newMoney(total.decimalValue.subtract(net));
    }

    getTotalNetPrice() {
        return this.getTotalGrossPrice().subtract(this.getTotalTax());
    }

    isEmpty() {
        return this[held].lines.length === 0;
    }

    /** The totals follow the lines at every reading, so there is nothing left to do. */
    updateTotals() {}
}

module.exports = define(LineItemCtnr, 'dw.order.LineItemCtnr', {
    get: {
        UUID: (it) => it.getUUID(),
        currencyCode: (it) => it.getCurrencyCode(),
        productLineItems: (it) => it.getProductLineItems(),
        allProductLineItems: (it) => it.getAllProductLineItems(),
        productQuantityTotal: (it) => it.getProductQuantityTotal(),
        priceAdjustments: (it) => it.getPriceAdjustments(),
        shippingPriceAdjustments: (it) => it.getShippingPriceAdjustments(),
        couponLineItems: (it) => it.getCouponLineItems(),
        defaultShipment: (it) => it.getDefaultShipment(),
        shipments: (it) => it.getShipments(),
        billingAddress: (it) => it.getBillingAddress(),
        paymentInstruments: (it) => it.getPaymentInstruments(),
        paymentInstrument: (it) => it.getPaymentInstrument(),
        customer: (it) => it.getCustomer(),
        customerEmail: { get: (it) => it.getCustomerEmail() },
        customerName: { get: (it) => it.getCustomerName() },
        customerNo: (it) => it.getCustomerNo(),
        merchandizeTotalPrice: (it) => it.getMerchandizeTotalPrice(),
        adjustedMerchandizeTotalPrice: (it) => it.getAdjustedMerchandizeTotalPrice(),
        shippingTotalPrice: (it) => it.getShippingTotalPrice(),
        adjustedShippingTotalPrice: (it) => it.getAdjustedShippingTotalPrice(),
        totalNetPrice: (it) => it.getTotalNetPrice(),
        totalTax: (it) => it.getTotalTax(),
        totalGrossPrice: (it) => it.getTotalGrossPrice(),
        creationDate: (it) => it.getCreationDate(),
        custom: (it) => it.getCustom()
    },
    apart: ['allProductLineItems', 'shipments', 'customer', 'paymentInstrument']
});
