'use strict';

const { held, define } = require('../../internal/bean');
const { customOf } = require('../../internal/container');
const Money = require('dw/value/Money');

const TAX_RATE = 0.2;

/** A line of a basket or an order. Prices are gross: the tax is in them. */
class LineItem {
    constructor(document, container) {
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'owner', { value: container, enumerable: false });
    }

    money(amount) {
        return new Money(amount, this.owner.getCurrencyCode());
    }

    getUUID() {
        return this[held].uuid;
    }

    getLineItemText() {
        return this[held].text;
    }

    setLineItemText(text) {
        this[held].text = text;
    }

    getLineItemCtnr() {
        return this.owner;
    }

    getBasePrice() {
        return this.money(this[held].amount);
    }

    getPrice() {
        return this.getBasePrice();
    }

    getPriceValue() {
        return this.getPrice().value;
    }

    setPriceValue(amount) {
        this[held].amount = amount === null ? null : String(amount);
    }

    getGrossPrice() {
        return this.getPrice();
    }

    getTaxRate() {
        return TAX_RATE;
    }

    getTax() {
        const price = this.getPrice();
        return price.available ? this.taxOf(price) : price;
    }

    taxOf(price) {
        const net = price.decimalValue.divide(1 + TAX_RATE).round(2);
        return price.newMoney(price.decimalValue.subtract(net));
    }

    getNetPrice() {
        return this.getPrice().subtract(this.getTax());
    }

    getCustom() {
        return customOf(this[held]);
    }

    toString() {
        return `[${this.constructor.name} uuid=${this.getUUID()}]`;
    }
}

module.exports = define(LineItem, 'dw.order.LineItem', {
    get: {
        UUID: (line) => line.getUUID(),
        lineItemText: { get: (line) => line.getLineItemText() },
        basePrice: (line) => line.getBasePrice(),
        price: (line) => line.getPrice(),
        priceValue: { get: (line) => line.getPriceValue() },
        netPrice: (line) => line.getNetPrice(),
        grossPrice: (line) => line.getGrossPrice(),
        tax: (line) => line.getTax(),
        taxRate: (line) => line.getTaxRate(),
        lineItemCtnr: (line) => line.getLineItemCtnr(),
        custom: (line) => line.getCustom()
    },
    apart: ['lineItemCtnr']
});
