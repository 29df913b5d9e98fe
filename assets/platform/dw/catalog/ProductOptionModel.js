'use strict';

const { held, define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const Money = require('dw/value/Money');
const ProductOption = require('dw/catalog/ProductOption');
const URLUtils = require('dw/web/URLUtils');

/**
 * What can be chosen with a product, and what is. The document of a product has its options as `[{ id, name, values:
 * [{ id, name, default, prices: { currency: amount } }] }]`.
 */
class ProductOptionModel {
    #product;
    #selected = {};

    constructor(product) {
        this.#product = product;
    }

    getOptions() {
        return new ArrayList((this.#product[held].options || []).map((document) => new ProductOption(document, this.#product)));
    }

    getOption(id) {
        return this.getOptions().toArray().find((option) => option.ID === id) || null;
    }

    getOptionValues(option) {
        return option.optionValues;
    }

    getOptionValue(option, id) {
        return option.optionValues.toArray().find((value) => value.ID === id) || null;
    }

    getSelectedOptionValue(option) {
        const id = this.#selected[option.ID];
        return id === undefined ? option.defaultValue : this.getOptionValue(option, id);
    }

    isSelectedOptionValue(option, value) {
        const selected = this.getSelectedOptionValue(option);
        return selected !== null && selected.ID === value.ID;
    }

    setSelectedOptionValue(option, value) {
        this.select(option.ID, value.ID);
    }

    select(optionID, valueID) {
        this.#selected[optionID] = valueID;
    }

    /** What was chosen, by the options' IDs. */
    selection() {
        return Object.assign({}, this.#selected);
    }

    /** What a value costs, or all that are chosen together. */
    getPrice(value) {
        const currency = session.currency.currencyCode;
        if (value) {
            return new Money((value[held].prices || {})[currency] || 0, currency);
        }
        const chosen = this.getOptions().toArray().map((option) => this.getSelectedOptionValue(option)).filter(Boolean);
        return chosen.reduce((sum, each) => sum.add(this.getPrice(each)), new Money(0, currency));
    }

    #address(action, chosen) {
        const url = URLUtils.url(action, 'pid', this.#product.ID);
        this.getOptions().toArray().filter((option) => chosen[option.ID] !== undefined).forEach((option) => url.append(option.htmlName, chosen[option.ID]));
        return url;
    }

    /** `(action, option, value, …)`: with these values chosen. */
    url(action, ...given) {
        const chosen = this.selection();
        for (let at = 0; at + 1 < given.length; at += 2) {
            chosen[given[at].ID || given[at]] = given[at + 1].ID || given[at + 1];
        }
        return this.#address(action, chosen);
    }

    urlSelectOptionValue(action, option, value) {
        return this.url(action, option, value).toString();
    }
}

['select', 'selection'].forEach((name) => Object.defineProperty(ProductOptionModel.prototype, name, { enumerable: false }));

module.exports = define(ProductOptionModel, 'dw.catalog.ProductOptionModel', { get: { options: true } });
