'use strict';

const { held, define } = require('../../internal/bean');
const context = require('../../internal/context');
const Money = require('dw/value/Money');

function amounts(document) {
    return document.type === 'master' ? document.variants.map((variant) => variant.price) : [document.price];
}

/** What a product costs: the sale price where there is one, else the list price. */
class ProductPriceModel {
    #document;

    constructor(product) {
        this.#document = product[held];
    }

    #money(amount) {
        return new Money(amount, context.site.currency);
    }

    #sorted() {
        return amounts(this.#document).map((amount) => this.#money(amount)).sort((left, right) => left.compareTo(right));
    }

    getPrice() {
        return this.#document.type === 'master' ? Money.NOT_AVAILABLE : this.#money(this.#document.price);
    }

    getMinPrice() {
        return this.#sorted()[0];
    }

    getMaxPrice() {
        const prices = this.#sorted();
        return prices[prices.length - 1];
    }

    isPriceRange() {
        return this.getMinPrice().compareTo(this.getMaxPrice()) !== 0;
    }

    getPriceBookPrice(id) {
        const amount = { list: this.#document.list, sale: this.#document.price }[id];
        return amount === undefined ? Money.NOT_AVAILABLE : this.#money(amount);
    }

    /** Where the price comes from; nothing if there is none. */
    getPriceInfo() {
        const ProductPriceInfo = require('dw/catalog/ProductPriceInfo');
        const price = this.getPrice();
        return price.available ? new ProductPriceInfo(price, this.#document.book || 'sale') : null;
    }

    /** The price of each book that has one. */
    getPriceInfos() {
        const ProductPriceInfo = require('dw/catalog/ProductPriceInfo');
        const books = [['list', this.#document.list], ['sale', this.#document.price]].filter(([, amount]) => amount !== undefined && amount !== null);
        return new (require('dw/util/ArrayList'))(books.map(([id, amount]) => new ProductPriceInfo(this.#money(amount), id)));
    }

    getPriceBookPriceInfo(id) {
        return this.getPriceInfos().toArray().find((info) => info.priceBook.ID === id) || null;
    }

    /** What one unit costs of what the price is for. */
    getPricePerUnit() {
        return this.getPrice().divide(this.getBasePriceQuantity().value);
    }

    getMinPriceBookPrice(id) {
        return this.#document.type === 'master' ? this.getMinPrice() : this.getPriceBookPrice(id);
    }

    getMaxPriceBookPrice(id) {
        return this.#document.type === 'master' ? this.getMaxPrice() : this.getPriceBookPrice(id);
    }

    getListPrice() {
        return this.#money(this.#document.list);
    }

    getPriceTable() {
        return new (require('dw/catalog/ProductPriceTable'))(this);
    }

    getBasePriceQuantity() {
        return new (require('dw/value/Quantity'))(1, '');
    }

    toString() {
        return `[ProductPriceModel price=${this.getMinPrice()}]`;
    }
}

module.exports = define(ProductPriceModel, 'dw.catalog.ProductPriceModel', {
    get: {
        price: (model) => model.getPrice(),
        minPrice: (model) => model.getMinPrice(),
        maxPrice: (model) => model.getMaxPrice(),
        listPrice: (model) => model.getListPrice(),
        priceTable: (model) => model.getPriceTable(),
        priceInfo: (model) => model.getPriceInfo(),
        priceInfos: (model) => model.getPriceInfos(),
        basePriceQuantity: (model) => model.getBasePriceQuantity(),
        pricePerUnit: (model) => model.getPricePerUnit()
    },
    is: { priceRange: (model) => model.isPriceRange() },
    apart: ['priceInfo', 'priceInfos', 'basePriceQuantity', 'pricePerUnit']
});
