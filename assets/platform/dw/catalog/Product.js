'use strict';

const { held, define } = require('../../internal/bean');
const products = require('../../internal/products');
const { dates, facts } = require('../../internal/fields');
const { imageOf } = require('../../internal/media');
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
        return (this[held].set || []).length > 0;
    }

    isBundle() {
        return (this[held].bundled || []).length > 0;
    }

    isOptionProduct() {
        return (this[held].options || []).length > 0;
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

    // What is sold together

    getBundledProducts() {
        return new ArrayList((this[held].bundled || []).map(({ product }) => products.product(product)).filter(Boolean));
    }

    /** How many pieces of a product are in one bundle; nothing if it isn't in it. */
    getBundledProductQuantity(product) {
        const found = (this[held].bundled || []).find((each) => each.product === product.ID);
        return found === undefined ? null : new Quantity(found.quantity || 1, '');
    }

    getProductSetProducts() {
        return new ArrayList((this[held].set || []).map(products.product).filter(Boolean));
    }

    // Images: `images` of the document are `[{ viewType, image: [{ path, alt, title }] }]`

    #images(viewType) {
        const group = (this[held].images || []).find((each) => each.viewType === viewType);
        return group === undefined ? [] : group.image.map((image) => imageOf(image.path, { alt: image.alt || this.getName(), title: image.title || this.getName(), viewType }));
    }

    getImages(viewType) {
        return new ArrayList(this.#images(viewType));
    }

    getImage(viewType, index = 0) {
        return this.#images(viewType)[index] || null;
    }

    getThumbnail() {
        return this.getImage('small') || this.getImage('thumbnail');
    }

    // Attributes

    getAttributeModel() {
        return new (require('dw/catalog/ProductAttributeModel'))(this);
    }

    getActiveData() {
        return new (require('dw/object/ActiveData'))();
    }

    getPageMetaTags() {
        return [];
    }

    getOnlineFlag() {
        return this[held].online !== false;
    }

    isVariationGroup() {
        return this[held].type === 'group';
    }

    getVariationGroups() {
        return new ArrayList((this[held].groups || []).map(products.product).filter(Boolean));
    }

    isCategorized() {
        return this.getPrimaryCategory() !== null;
    }

    isBundled() {
        return Boolean(this[held].in_bundles && this[held].in_bundles.length);
    }

    isProductSetProduct() {
        return Boolean(this[held].in_sets && this[held].in_sets.length);
    }

    getAllCategories() {
        return this.getCategories();
    }

    getOptionModel() {
        return new (require('dw/catalog/ProductOptionModel'))(this);
    }

    toString() {
        return `[Product sku=${this.getID()}]`;
    }
}

module.exports = define(Product, 'dw.catalog.Product', {
    get: Object.assign({
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
        optionModel: (product) => product.getOptionModel(),
        custom: (product) => product.getCustom(),
        bundledProducts: (product) => product.getBundledProducts(),
        productSetProducts: (product) => product.getProductSetProducts(),
        thumbnail: (product) => product.getThumbnail(),
        attributeModel: (product) => product.getAttributeModel(),
        activeData: (product) => product.getActiveData(),
        pageMetaTags: (product) => product.getPageMetaTags(),
        onlineFlag: (product) => product.getOnlineFlag(),
        variationGroups: (product) => product.getVariationGroups(),
        allCategories: (product) => product.getAllCategories(),
        EAN: (product) => product[held].ean || null,
        UPC: (product) => product[held].upc || null,
        manufacturerSKU: (product) => product[held].manufacturerSku || null,
        onlineFrom: dates(['onlineFrom']).onlineFrom.get,
        onlineTo: dates(['onlineTo']).onlineTo.get
    }, facts(['manufacturerName', 'template', 'pageDescription', 'pageKeywords', 'pageURL', 'searchPlacement', 'searchRank'])),
    is: {
        master: (product) => product.isMaster(),
        variant: (product) => product.isVariant(),
        product: (product) => product.isProduct(),
        productSet: (product) => product.isProductSet(),
        bundle: (product) => product.isBundle(),
        optionProduct: (product) => product.isOptionProduct(),
        online: (product) => product.isOnline(),
        searchable: (product) => product.isSearchable(),
        available: (product) => product.isAvailable(),
        variationGroup: (product) => product.isVariationGroup(),
        categorized: (product) => product.isCategorized(),
        bundled: (product) => product.isBundled(),
        productSetProduct: (product) => product.isProductSetProduct()
    },
    apart: ['attributeModel', 'activeData', 'allCategories', 'bundledProducts', 'productSetProducts', 'variationGroups', 'pageMetaTags', 'optionModel', 'onlineCategories', 'classificationCategory', 'variationModel', 'variants', 'masterProduct']
});
