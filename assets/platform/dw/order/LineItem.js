'use strict';

const { held, define } = require('../../internal/bean');
const { customOf } = require('../../internal/container');
const { kept } = require('../../internal/paperwork');
const { grossOf, netOf, taxOf, usualRate } = require('../../internal/taxes');
const { typeName } = require('../../internal/typeNames');
const Money = require('dw/value/Money');

/** A line of a basket or an order: its price is gross or net, as the shop's policy for taxes says. */
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
        return this[held].text === undefined ? null : this[held].text;
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
        return grossOf(this.getPrice(), this.getTax());
    }

    /** As it was reckoned, before that the one that it usually has. */
    getTaxRate() {
        return this[held].tax_rate === undefined ? this.usualTaxRate() : this[held].tax_rate;
    }

    usualTaxRate() {
        return usualRate(this.getTaxClassID());
    }

    getTaxClassID() {
        return this[held].tax_class || this.usualTaxClassID() || require('dw/order/TaxMgr').defaultTaxClassID;
    }

    usualTaxClassID() {
        return null;
    }

    setTaxClassID(id) {
        this[held].tax_class = id;
    }

    getTaxBasis() {
        return this[held].tax_basis === undefined ? this.getPrice() : this.money(this[held].tax_basis);
    }

    /** The tax at a rate, of a basis or of the price, whatever was said before. */
    updateTax(rate, basis) {
        this[held].tax_rate = rate;
        if (basis) {
            this[held].tax_basis = kept(basis);
        } else {
            delete this[held].tax_basis;
        }
        delete this[held].tax;
    }

    /** The rate stays what it is. */
    updateTaxAmount(tax) {
        this[held].tax = kept(tax);
    }

    setTax(tax) {
        this.updateTaxAmount(tax);
    }

    setTaxRate(rate) {
        this.updateTax(rate);
    }

    setBasePrice(price) {
        this.setPriceValue(price.value);
    }

    setNetPrice(price) {
        this.setPriceValue(price.value);
    }

    setGrossPrice(price) {
        this.setPriceValue(price.value);
    }

    updatePrice(price) {
        this.setPriceValue(price.value);
    }

    getTax() {
        if (this[held].tax !== undefined && this[held].tax !== null) {
            return this.money(this[held].tax);
        }
        const price = this.getTaxBasis();
        return price.available ? this.taxOf(price) : price;
    }

    taxOf(price) {
        return taxOf(price, this.getTaxRate());
    }

    getNetPrice() {
        return netOf(this.getPrice(), this.getTax());
    }

    getCustom() {
        return customOf(this[held], typeName(this));
    }

    toString() {
        return `[${this.constructor.name} uuid=${this.getUUID()}]`;
    }
}

module.exports = define(LineItem, 'dw.order.LineItem', {
    changes: ['updatePrice', 'updateTax', 'updateTaxAmount'],
    get: {
        UUID: (line) => line.getUUID(),
        lineItemText: { get: (line) => line.getLineItemText() },
        basePrice: (line) => line.getBasePrice(),
        price: (line) => line.getPrice(),
        priceValue: { get: (line) => line.getPriceValue() },
        netPrice: (line) => line.getNetPrice(),
        grossPrice: (line) => line.getGrossPrice(),
        tax: { get: (line) => line.getTax() },
        taxRate: { get: (line) => line.getTaxRate() },
        taxClassID: { get: (line) => line.getTaxClassID() },
        taxBasis: (line) => line.getTaxBasis(),
        lineItemCtnr: (line) => line.getLineItemCtnr(),
        custom: (line) => line.getCustom()
    },
    apart: ['lineItemCtnr', 'taxBasis', 'taxClassID']
});
