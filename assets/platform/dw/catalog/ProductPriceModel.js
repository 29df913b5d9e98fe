'use strict';

const { held, define } = require('../../internal/bean');
const { isShown } = require('../../internal/online');
const prices = require('../../internal/prices');
const ArrayList = require('dw/util/ArrayList');
const Money = require('dw/value/Money');
const ProductPriceInfo = require('dw/catalog/ProductPriceInfo');

/** What a product costs: the lowest price of the books that apply; that of a master lies between those of its variants. */
class ProductPriceModel {
    #document;
    #options;

    /** With an option model a piece costs what is chosen of it more. */
    constructor(product, options = null) {
        this.#document = product[held];
        this.#options = options;
    }

    #money(found) {
        if (found === null) {
            return Money.NOT_AVAILABLE;
        }
        const price = new Money(found.amount, prices.currency());
        const chosen = this.#options === null ? [] : this.#options.options.toArray();
        return chosen.reduce((sum, option) => {
            const value = this.#options.getSelectedOptionValue(option);
            const more = value === null ? Money.NOT_AVAILABLE : this.#options.getPrice(value);
            return more.available ? sum.add(more) : sum;
        }, price);
    }

    /** Of a master it is its variants, of a set its products, those of them that are online. */
    #priced() {
        const { type, variants, productSetProduct } = this.#document;
        if (type === 'master' || type === 'group') {
            return variants.filter(isShown);
        }
        const { product } = require('../../internal/products');
        const parts = (productSetProduct || []).map(({ productId }) => product(productId)).filter(Boolean);
        return parts.length > 0 ? parts.map((part) => part[held]).filter(isShown) : [this.#document];
    }

    /** `[lowest, highest]` of prices, which what is chosen makes dearer alike. */
    #outermost(found) {
        return found === null ? [Money.NOT_AVAILABLE, Money.NOT_AVAILABLE] : found.map((each) => this.#money(each));
    }

    #span() {
        return this.#outermost(prices.span(this.#priced()));
    }

    #spanInBook(id) {
        return this.#outermost(prices.outermost(this.#priced().map((document) => prices.inBook(document, id))));
    }

    #isSoldItself() {
        return !['master', 'group', 'set'].includes(this.#document.type);
    }

    /** Its own, also of a master or a set that has one. */
    getPrice(quantity) {
        return this.#money(prices.best(this.#document, quantity ? quantity.value : 1));
    }

    getMinPrice() {
        return this.#span()[0];
    }

    getMaxPrice() {
        return this.#span()[1];
    }

    isPriceRange() {
        const [lowest, highest] = this.#span();
        return lowest.available && lowest.compareTo(highest) !== 0;
    }

    getPriceBookPrice(id, quantity) {
        return this.#money(prices.inBook(this.#document, id, quantity ? quantity.value : 1));
    }

    #info(found) {
        return found === null ? null : new ProductPriceInfo(this, this.#money(found), prices.entry(this.#document, found.book), found.book);
    }

    /** Where the price comes from; nothing if there is none. */
    getPriceInfo(quantity) {
        return this.#info(prices.best(this.#document, quantity ? quantity.value : 1));
    }

    /** Of each book in which it has the price that is shown, that of `priceInfo` first. */
    getPriceInfos() {
        const shown = prices.best(this.#document, 1);
        const all = prices.tables(this.#document).map(([book]) => prices.inBook(this.#document, book)).filter(Boolean);
        const alike = all.filter(({ book, amount }) => Number(amount) === Number(shown.amount) && book !== shown.book);
        return new ArrayList((shown === null ? [] : [shown].concat(alike)).map((each) => this.#info(each)));
    }

    getPriceBookPriceInfo(id, quantity) {
        return this.#info(prices.inBook(this.#document, id, quantity ? quantity.value : 1));
    }

    // What one unit costs of what the price is for: of a piece with two litres that is half of its price

    #perUnit(found, { unitQuantity }) {
        const money = this.#money(found);
        return money.available && unitQuantity > 0 ? money.divide(unitQuantity) : money;
    }

    /** Of a master or a set, of itself and what belongs to it. */
    #perUnits(read) {
        const all = [this.#document].concat(this.#isSoldItself() ? [] : this.#priced());
        return all.map((document) => this.#perUnit(read(document), document)).filter((money) => money.available)
            .sort((left, right) => left.compareTo(right));
    }

    getPricePerUnit(quantity) {
        return this.#perUnit(prices.best(this.#document, quantity ? quantity.value : 1), this.#document);
    }

    getPriceBookPricePerUnit(id, quantity) {
        return this.#perUnit(prices.inBook(this.#document, id, quantity ? quantity.value : 1), this.#document);
    }

    getMinPricePerUnit() {
        return this.#perUnits((document) => prices.best(document, 1))[0] || Money.NOT_AVAILABLE;
    }

    getMaxPricePerUnit() {
        return this.#perUnits((document) => prices.best(document, 1)).pop() || Money.NOT_AVAILABLE;
    }

    getMinPriceBookPricePerUnit(id) {
        return this.#perUnits((document) => prices.inBook(document, id))[0] || Money.NOT_AVAILABLE;
    }

    getMaxPriceBookPricePerUnit(id) {
        return this.#perUnits((document) => prices.inBook(document, id)).pop() || Money.NOT_AVAILABLE;
    }

    getMinPriceBookPrice(id) {
        return this.#spanInBook(id)[0];
    }

    getMaxPriceBookPrice(id) {
        return this.#spanInBook(id)[1];
    }

    /** By how many percent one price is below another. */
    getPricePercentage(base, compared) {
        return base.available && base.value !== 0 ? ((base.value - compared.value) / base.value) * 100 : 0;
    }

    getListPrice() {
        const { list } = this.#document;
        return list === undefined || list === null ? Money.NOT_AVAILABLE : this.#money({ amount: list });
    }

    getPriceTable() {
        return new (require('dw/catalog/ProductPriceTable'))(this, this.#document);
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
        price: true,
        minPrice: true,
        maxPrice: true,
        listPrice: true,
        priceTable: true,
        priceInfo: true,
        priceInfos: true,
        basePriceQuantity: true,
        pricePerUnit: true,
        minPricePerUnit: true,
        maxPricePerUnit: true
    },
    is: { priceRange: true },
    apart: ['priceInfo', 'priceInfos', 'basePriceQuantity', 'pricePerUnit', 'minPricePerUnit', 'maxPricePerUnit']
});
