'use strict';

const { held, define } = require('../../internal/bean');
const { customOf } = require('../../internal/container');
const { kept } = require('../../internal/paperwork');
const { illegal } = require('../../internal/errors');
const { textOf } = require('../../internal/fields');
const { grossOf, netOf, shareOf, taxOf, usualRate } = require('../../internal/taxes');
const { typeName } = require('../../internal/typeNames');
const LineItemTax = require('dw/order/LineItemTax');
const ArrayList = require('dw/util/ArrayList');
const Money = require('dw/value/Money');

const MOST_TAXES = 10;

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
        return this[held].text === undefined ? this.usualText() : this[held].text;
    }

    usualText() {
        return null;
    }

    setLineItemText(text) {
        this[held].text = textOf(text);
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
        this[held].tax_class = textOf(id);
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
        delete this[held].taxes;
    }

    /** The rate stays what it is. */
    updateTaxAmount(tax) {
        this[held].tax = kept(tax);
        delete this[held].taxes;
    }

    getTaxes() {
        const { taxes = [] } = this[held];
        return new ArrayList(taxes.map(({ id, rate, value }) => new LineItemTax(id, rate, value === null ? null : this.money(value))));
    }

    /** Several taxes instead of one: their sum is the line's tax, and that of their rates its rate. At most 10. */
    setTaxes(items) {
        const all = items === null || items === undefined ? [] : Array.from(items);
        if (!(this.owner instanceof require('dw/order/Basket'))) {
            throw illegal('Taxes are set of lines of baskets alone');
        }
        if (all.length > MOST_TAXES || all.some((item) => !(item instanceof LineItemTax))) {
            throw illegal(`A line has at most ${MOST_TAXES} taxes, each a dw.order.LineItemTax`);
        }
        const rate = all.reduce((sum, item) => sum + item.taxRate, 0);
        const basis = this.getTaxBasis();
        const values = all.map(({ taxValue, taxRate }) => taxValue || shareOf(basis, taxRate, rate));
        this.updateTax(rate);
        this.updateTaxAmount(values.reduce((sum, value) => sum.add(value), this.money(0)));
        this[held].taxes = all.map(({ taxId, taxRate, taxValue }) => ({ id: taxId, rate: taxRate, value: taxValue && kept(taxValue) }));
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
    changes: ['setTaxes', 'updatePrice', 'updateTax', 'updateTaxAmount'],
    get: {
        UUID: true,
        lineItemText: true,
        basePrice: true,
        price: true,
        priceValue: true,
        netPrice: true,
        grossPrice: true,
        tax: true,
        taxRate: true,
        taxClassID: true,
        taxes: true,
        taxBasis: true,
        lineItemCtnr: true,
        custom: true
    },
    apart: ['lineItemCtnr', 'taxBasis', 'taxClassID', 'taxes']
});
