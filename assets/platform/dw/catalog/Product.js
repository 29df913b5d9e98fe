'use strict';

const { held, define } = require('../../internal/bean');
const products = require('../../internal/products');
const { customOf } = require('../../internal/edited');
const { dates, facts, numbers, siteMap } = require('../../internal/fields');
const { imagesOf } = require('../../internal/images');
const linked = require('../../internal/linked');
const { isOnline } = require('../../internal/online');
const recommendations = require('../../internal/recommendations');
const { catalogueOf } = require('../../internal/staticFiles');
const ArrayList = require('dw/util/ArrayList');
const CategoryAssignment = require('dw/catalog/CategoryAssignment');
const ProductLink = require('dw/catalog/ProductLink');
const ProductAvailabilityModel = require('dw/catalog/ProductAvailabilityModel');
const ProductPriceModel = require('dw/catalog/ProductPriceModel');
const ProductVariationModel = require('dw/catalog/ProductVariationModel');
const MarkupText = require('dw/content/MarkupText');
const Quantity = require('dw/value/Quantity');

/** A flag that is on unless it is said to be off. */
function flag(name) {
    return {
        get: (product) => product[held][name] !== false,
        set: (product, value) => { product[held][name] = Boolean(value); }
    };
}

/** Something that is sold, or the master of variants that are. */
class Product {
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
        return new MarkupText(this[held].short, catalogueOf(this[held]));
    }

    getLongDescription() {
        return new MarkupText(this[held].long, catalogueOf(this[held]));
    }

    getPageTitle() {
        return this[held].pageTitle || this[held].name;
    }

    getPrimaryCategory() {
        return products.category(this[held].category);
    }

    /** Of the site's catalogue or of another one; null if nothing says so. */
    getClassificationCategory() {
        const { categoryId, value = categoryId, catalogId } = this[held].classificationCategory || {};
        return value ? products.category(value, catalogId) : null;
    }

    getCategories() {
        const ids = this[held].categories || [this[held].category];
        return new ArrayList(ids.map(products.category).filter(Boolean));
    }

    getOnlineCategories() {
        return new ArrayList(this.getCategories().toArray().filter((category) => category.online));
    }

    /** With an option model the price is that of what is chosen of it. */
    getPriceModel(options) {
        if (options) {
            return new ProductPriceModel(this, options);
        }
        this.#priceModel = this.#priceModel || new ProductPriceModel(this);
        return this.#priceModel;
    }

    /** `([list])` */
    getAvailabilityModel(list) {
        return new ProductAvailabilityModel(this, list ? list.ID : undefined);
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
        return new Quantity(Number(this[held].minOrderQuantity) || 1, this.getUnit());
    }

    getStepQuantity() {
        return new Quantity(Number(this[held].stepQuantity) || 1, this.getUnit());
    }

    getUnit() {
        return this[held].unit || '';
    }

    getUnitQuantity() {
        return new Quantity(this[held].unitQuantity || 0, this[held].unitMeasure || '');
    }

    getTaxClassID() {
        return this[held].taxClassId || null;
    }

    getCustom() {
        return customOf(this[held], 'Product');
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
        return this.#set().length > 0;
    }

    isBundle() {
        return this.#bundled().length > 0;
    }

    isOptionProduct() {
        return (this[held].options || []).length > 0;
    }

    /** `([type])`: what the site's catalogue recommends beside it. */
    getRecommendations(type) {
        return recommendations.ofSite(this, type);
    }

    getOrderableRecommendations(type) {
        return recommendations.orderable(this, type);
    }

    /** `(catalog[, type])` */
    getAllRecommendations(catalog, type) {
        return recommendations.all(this, type, catalog);
    }

    // Links to other products, and from them

    getAllProductLinks(type) {
        const links = this[held].productLink || [];
        return linked.list(links.map((link) => this.#link(this, products.product(link.productId), link.type)), type);
    }

    getProductLinks(type) {
        return new ArrayList(this.getAllProductLinks(type).toArray().filter((link) => link.targetProduct.siteProduct));
    }

    getAllIncomingProductLinks(type) {
        const links = host.call('catalog.linkingProducts', { id: this.getID() });
        return linked.list(links.map((link) => this.#link(products.product(link.id), this, link.type)), type);
    }

    getIncomingProductLinks(type) {
        return new ArrayList(this.getAllIncomingProductLinks(type).toArray().filter((link) => link.sourceProduct.siteProduct));
    }

    #link(source, target, type) {
        return source === null || target === null ? null : new ProductLink(source, target, type);
    }

    isOnline() {
        return isOnline(this);
    }

    isSearchable() {
        return this[held].searchable !== false;
    }

    isAvailable() {
        return this.getAvailabilityModel().inStock;
    }

    /** Whether it, or the master of a variant, is in a category of the site's catalogue. */
    isAssignedToSiteCatalog() {
        const isAssigned = (product) => product.getCategories().length > 0;
        return isAssigned(this) || (this.isVariant() && isAssigned(this.getMasterProduct()));
    }

    isSiteProduct() {
        return this.isAssignedToSiteCatalog();
    }

    isAssignedToCategory(category) {
        return this.getCategories().toArray().some((own) => own.ID === category.ID || own.isSubCategoryOf(category));
    }

    assignedToCategory(category) {
        return this.isAssignedToCategory(category);
    }

    equals(other) {
        return other instanceof Product && other.ID === this.getID();
    }

    // What is sold together

    #bundled() {
        return this[held].bundledProduct || [];
    }

    #set() {
        return this[held].productSetProduct || [];
    }

    getBundledProducts() {
        return new ArrayList(this.#bundled().map(({ productId }) => products.product(productId)).filter(Boolean));
    }

    /** How many pieces of a product are in one bundle; nothing if it isn't in it. */
    getBundledProductQuantity(product) {
        const found = this.#bundled().find((each) => each.productId === product.ID);
        return found === undefined ? null : new Quantity(found.quantity || 1, '');
    }

    includedInBundle(product) {
        return this.#bundled().some(({ productId }) => productId === product.ID);
    }

    /** The bundles that it is in. */
    getBundles() {
        return new ArrayList((this[held].inBundles || []).map(products.product));
    }

    getProductSetProducts() {
        return new ArrayList(this.#set().map(({ productId }) => products.product(productId)).filter(Boolean));
    }

    /** The sets that it is in. */
    getProductSets() {
        return new ArrayList((this[held].inSets || []).map(products.product));
    }

    // Images: of a variant those of its own values

    getImages(viewType) {
        return imagesOf(this[held], viewType, this[held].values);
    }

    /** Without a type of view the one that older scripts know: the first one there is. */
    getImage(viewType, index = 0) {
        if (viewType === undefined) {
            const [group] = this[held].imageGroup || [];
            return group === undefined ? null : this.getImage(group.viewType);
        }
        return this.getImages(viewType).toArray()[index] || null;
    }

    getThumbnail() {
        return this.getImage('small') || this.getImage('thumbnail');
    }

    // Attributes

    getAttributeModel() {
        return new (require('dw/catalog/ProductAttributeModel'))(this);
    }

    getActiveData() {
        return new (require('dw/catalog/ProductActiveData'))();
    }

    getPageMetaTags() {
        return require('../../internal/metaTags').ofProduct(this);
    }

    getPageMetaTag(id) {
        return require('../../internal/metaTags').find(this.getPageMetaTags(), id);
    }

    isVariationGroup() {
        return this[held].type === 'group';
    }

    getVariationGroups() {
        return new ArrayList((this[held].variationGroup || []).map(({ productId }) => products.product(productId)).filter(Boolean));
    }

    isCategorized() {
        return this.getPrimaryCategory() !== null;
    }

    isBundled() {
        return this.getBundles().length > 0;
    }

    isProductSetProduct() {
        return this.getProductSets().length > 0;
    }

    /** Those of all catalogues. */
    getAllCategories() {
        const all = host.call('catalog.assignments', { id: this.getID() });
        return new ArrayList(all.map(({ catalogue, category }) => products.category(category, catalogue)).filter(Boolean));
    }

    getCategoryAssignments() {
        return new ArrayList(this.getCategories().toArray().map((category) => new CategoryAssignment(this, category)));
    }

    getAllCategoryAssignments() {
        return new ArrayList(this.getAllCategories().toArray().map((category) => new CategoryAssignment(this, category)));
    }

    getCategoryAssignment(category) {
        return this.getCategoryAssignments().toArray().find((it) => it.category.ID === category.ID) || null;
    }

    getPrimaryCategoryAssignment() {
        const category = this.getPrimaryCategory();
        return category === null ? null : this.getCategoryAssignment(category);
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
        ID: true,
        UUID: true,
        name: true,
        brand: true,
        shortDescription: true,
        longDescription: true,
        pageTitle: true,
        primaryCategory: true,
        categories: true,
        onlineCategories: true,
        classificationCategory: true,
        priceModel: true,
        availabilityModel: true,
        variationModel: true,
        variants: true,
        masterProduct: true,
        minOrderQuantity: true,
        stepQuantity: true,
        unit: true,
        unitQuantity: true,
        taxClassID: true,
        optionModel: true,
        custom: true,
        bundledProducts: true,
        productSetProducts: true,
        bundles: true,
        productSets: true,
        thumbnail: true,
        attributeModel: true,
        activeData: true,
        pageMetaTags: true,
        onlineFlag: flag('online'),
        recommendations: true,
        orderableRecommendations: true,
        variationGroups: true,
        allCategories: true,
        categoryAssignments: true,
        allCategoryAssignments: true,
        primaryCategoryAssignment: true,
        EAN: (product) => product[held].ean || null,
        UPC: (product) => product[held].upc || null,
        manufacturerSKU: (product) => product[held].manufacturerSku || null,
        pageURL: (product) => product[held].pageUrl || null,
        availableFlag: flag('available'),
        searchableFlag: flag('searchable'),
        searchableIfUnavailableFlag: (product) => (product[held].searchableIfUnavailable === undefined ? null : product[held].searchableIfUnavailable),
        allProductLinks: true,
        productLinks: true,
        allIncomingProductLinks: true,
        incomingProductLinks: true,
        image: true,
        onlineFrom: dates(['onlineFrom']).onlineFrom.get,
        onlineTo: dates(['onlineTo']).onlineTo.get
    }, siteMap, facts(['manufacturerName', 'template', 'pageDescription', 'pageKeywords', 'storeReceiptName', 'storeTaxClass']), numbers(['searchPlacement', 'searchRank'])),
    is: {
        master: true,
        variant: true,
        product: true,
        productSet: true,
        bundle: true,
        optionProduct: true,
        online: true,
        searchable: true,
        available: true,
        variationGroup: true,
        assignedToSiteCatalog: true,
        categorized: true,
        siteProduct: true,
        bundled: true,
        productSetProduct: true,
        retailSet: (product) => product.isProductSetProduct() || product.isProductSet(),
        facebookEnabled: (product) => product[held].facebookEnabled === true,
        pinterestEnabled: (product) => product[held].pinterestEnabled === true
    },
    apart: ['image', 'allProductLinks', 'productLinks', 'allIncomingProductLinks', 'incomingProductLinks', 'searchableIfUnavailableFlag', 'storeReceiptName', 'storeTaxClass', 'retailSet', 'recommendations', 'orderableRecommendations', 'unitQuantity', 'bundles', 'productSets', 'availableFlag', 'searchableFlag', 'bundled', 'productSetProduct', 'attributeModel', 'activeData', 'allCategories', 'categoryAssignments', 'allCategoryAssignments', 'primaryCategoryAssignment', 'bundledProducts', 'productSetProducts', 'variationGroups', 'pageMetaTags', 'optionModel', 'onlineCategories', 'classificationCategory', 'variationModel', 'variants', 'masterProduct']
});
