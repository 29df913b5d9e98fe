'use strict';

const { held, define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');
const { imageOf } = require('../../internal/media');
const { catalogueOf } = require('../../internal/staticFiles');
const ArrayList = require('dw/util/ArrayList');
const ProductOptionValue = require('dw/catalog/ProductOptionValue');

/** Something that is chosen with a product, such as its engraving. */
class ProductOption {
    constructor(document, product) {
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'owner', { value: product, enumerable: false });
    }

    getOptionValues() {
        return new ArrayList(this[held].values.map((document) => new ProductOptionValue(document)));
    }

    /** The one that is meant without a choice; the first one unless the data say another. */
    getDefaultValue() {
        const found = this[held].values.find((document) => document.default) || this[held].values[0];
        return found === undefined ? null : new ProductOptionValue(found);
    }

    getHtmlName() {
        return `dwopt_${this.owner.ID}_${this[held].id}`;
    }

    getImage() {
        return this[held].image ? imageOf(this[held].image, { owner: catalogueOf(this.owner[held]) }) : null;
    }

    toString() {
        return `[ProductOption id=${this[held].id}]`;
    }
}

module.exports = define(ProductOption, 'dw.catalog.ProductOption', {
    get: Object.assign({
        ID: (option) => option[held].id,
        displayName: (option) => option[held].name || option[held].id,
        htmlName: true,
        optionValues: true,
        defaultValue: true,
        image: true,
        custom: true
    }, facts(['description']))
});
