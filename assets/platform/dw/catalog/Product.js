'use strict';

const { held, define } = require('../../internal/bean');
const products = require('../../internal/products');
const { CustomAttributes } = require('../../internal/attributes');
const ArrayList = require('dw/util/ArrayList');
const ProductAvailabilityModel = require('dw/catalog/ProductAvailabilityModel');
const ProductPriceModel = require('dw/catalog/ProductPriceModel');
const ProductVariationModel = require('dw/catalog/ProductVariationModel');
const MarkupText = require('dw/content/MarkupText');
const Quantity = require('dw/value/Quantity');

/** Something that is sold, or the master of variants that are. */
class Product {
    #custom = null;
    #priceModel = null;

    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getUUID() {
        return `uuid-${this[held].id}`;
    }

    getName() {
        return this[held].name;
    }

    getBrand() {
        return this[held].brand;
    }

    getShortDescription() {
        return new MarkupText(this[held].short);
    }

    getLongDescription() {
        return new MarkupText(this[held].long);
    }

    getPageTitle() {
        return this[held].name;
    }

    getPrimaryCategory() {
        return products.category(this[held].category);
    }

    getClassificationCategory() {
        return this.getPrimaryCategory();
    }

    getCategories() {
        return new ArrayList([this.getPrimaryCategory()]);
    }

    getOnlineCategories() {
        return this.getCategories();
    }

    getPriceModel() {
        this.#priceModel = this.#priceModel || new ProductPriceModel(this);
        return this.#priceModel;
    }

    getAvailabilityModel() {
        return new ProductAvailabilityModel(this);
    }

    getVariationModel() {
        return new ProductVariationModel(this);
    }

    getVariants() {
        return new ArrayList((this[held].variants || []).map((variant) => products.product(variant.id)));
    }

    getMasterProduct() {
        return this;
    }

    getMinOrderQuantity() {
        return new Quantity(1, '');
    }

    getStepQuantity() {
        return new Quantity(1, '');
    }

    getUnit() {
        return '';
    }

    getTaxClassID() {
        return 'standard';
    }

    getCustom() {
        this.#custom = this.#custom || new CustomAttributes(this[held].custom);
        return this.#custom;
    }

    isMaster() {
        return this[held].type === 'master';
    }

    isVariant() {
        return this[held].type === 'variant';
    }

    isProduct() {
        return true;
    }

    isProductSet() {
        return false;
    }

    isBundle() {
        return false;
    }

    isOptionProduct() {
        return false;
    }

    isOnline() {
        return true;
    }

    isSearchable() {
        return true;
    }

    isAvailable() {
        return this.getAvailabilityModel().inStock;
    }

    isAssignedToCategory(category) {
        const own = this.getPrimaryCategory();
        return own.ID === category.ID || own.isSubCategoryOf(category);
    }

    equals(other) {
        return other instanceof Product && other.ID === this.getID();
    }

    toString() {
        return `[Product sku=${this.getID()}]`;
    }
}

module.exports = define(Product, 'dw.catalog.Product', {
    get: {
        ID: (product) => product.getID(),
        UUID: (product) => product.getUUID(),
        name: (product) => product.getName(),
        brand: (product) => product.getBrand(),
        shortDescription: (product) => product.getShortDescription(),
        longDescription: (product) => product.getLongDescription(),
        pageTitle: (product) => product.getPageTitle(),
        primaryCategory: (product) => product.getPrimaryCategory(),
        categories: (product) => product.getCategories(),
        onlineCategories: (product) => product.getOnlineCategories(),
        classificationCategory: (product) => product.getClassificationCategory(),
        priceModel: (product) => product.getPriceModel(),
        availabilityModel: (product) => product.getAvailabilityModel(),
        variationModel: (product) => product.getVariationModel(),
        variants: (product) => product.getVariants(),
        masterProduct: (product) => product.getMasterProduct(),
        minOrderQuantity: (product) => product.getMinOrderQuantity(),
        stepQuantity: (product) => product.getStepQuantity(),
        unit: (product) => product.getUnit(),
        taxClassID: (product) => product.getTaxClassID(),
        custom: (product) => product.getCustom()
    },
    is: {
        master: (product) => product.isMaster(),
        variant: (product) => product.isVariant(),
        product: (product) => product.isProduct(),
        productSet: (product) => product.isProductSet(),
        bundle: (product) => product.isBundle(),
        optionProduct: (product) => product.isOptionProduct(),
        online: (product) => product.isOnline(),
        searchable: (product) => product.isSearchable(),
        available: (product) => product.isAvailable()
    },
    apart: ['onlineCategories', 'classificationCategory', 'variationModel', 'variants', 'masterProduct']
});
