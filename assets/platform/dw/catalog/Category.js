'use strict';

const { held, define } = require('../../internal/bean');
const products = require('../../internal/products');
const { dates, facts, siteMap } = require('../../internal/fields');
const { isOnline } = require('../../internal/online');
const recommendations = require('../../internal/recommendations');
const records = require('../../internal/records');
const ArrayList = require('dw/util/ArrayList');

function onlyRead(shape) {
    return Object.fromEntries(Object.entries(shape).map(([name, { get }]) => [name, get]));
}

/** A place in the catalogue. */
class Category {
    #custom = null;

    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getDisplayName() {
        return this[held].name;
    }

    getDescription() {
        return this[held].description;
    }

    getPageTitle() {
        return this[held].pageTitle || this[held].name;
    }

    getParent() {
        return this[held].parent === null ? null : products.category(this[held].parent);
    }

    getSubCategories() {
        return new ArrayList(this[held].children.map(products.category));
    }

    getOnlineSubCategories() {
        return new ArrayList(this.getSubCategories().toArray().filter((category) => category.online));
    }

    getProducts() {
        const { ids } = host.call('catalog.search', { category: this.getID(), locale: request.locale });
        return new ArrayList(ids.map(products.product));
    }

    getOnlineProducts() {
        return this.getProducts();
    }

    hasOnlineSubCategories() {
        return this.getOnlineSubCategories().length > 0;
    }

    hasOnlineProducts() {
        return this[held].products > 0;
    }

    isSubCategoryOf(other) {
        for (let above = this.getParent(); above; above = above.getParent()) {
            if (above.ID === other.ID) {
                return true;
            }
        }
        return false;
    }

    isRoot() {
        return this[held].parent === null;
    }

    isTopLevel() {
        return this[held].parent === 'root';
    }

    /** `([type])`: what its catalogue recommends in it. */
    getRecommendations(type) {
        return recommendations.ofSite(this, type);
    }

    getOrderableRecommendations(type) {
        return recommendations.orderable(this, type);
    }

    getAllRecommendations(type) {
        return recommendations.all(this, type);
    }

    isOnline() {
        return isOnline(this);
    }

    #file(name) {
        return this[held][name] ? require('../../internal/media').imageOf(this[held][name]) : null;
    }

    getImage() {
        return this.#file('image');
    }

    getThumbnail() {
        return this.#file('thumbnail');
    }

    getDefaultSortingRule() {
        return this[held].sortingRule ? require('dw/catalog/CatalogMgr').getSortingRule(this[held].sortingRule) : null;
    }

    getOnlineFlag() {
        return this[held].online !== false;
    }

    isDirectSubCategoryOf(other) {
        return this[held].parent === other.ID;
    }

    getProductAttributeModel() {
        return new (require('dw/catalog/ProductAttributeModel'))(null, this);
    }

    getCustom() {
        this.#custom = this.#custom || records.custom(this[held], 'Category');
        return this.#custom;
    }

    toString() {
        return `[Category id=${this.getID()}]`;
    }
}

module.exports = define(Category, 'dw.catalog.Category', {
    get: Object.assign({
        ID: (category) => category.getID(),
        displayName: (category) => category.getDisplayName(),
        description: (category) => category.getDescription(),
        pageTitle: (category) => category.getPageTitle(),
        parent: (category) => category.getParent(),
        subCategories: (category) => category.getSubCategories(),
        onlineSubCategories: (category) => category.getOnlineSubCategories(),
        products: (category) => category.getProducts(),
        onlineProducts: (category) => category.getOnlineProducts(),
        image: (category) => category.getImage(),
        thumbnail: (category) => category.getThumbnail(),
        defaultSortingRule: (category) => category.getDefaultSortingRule(),
        onlineFlag: (category) => category.getOnlineFlag(),
        recommendations: (category) => category.getRecommendations(),
        orderableRecommendations: (category) => category.getOrderableRecommendations(),
        allRecommendations: (category) => category.getAllRecommendations(),
        productAttributeModel: (category) => category.getProductAttributeModel(),
        pageURL: (category) => category[held].pageUrl || null,
        custom: (category) => category.getCustom()
    }, siteMap, facts(['template', 'pageDescription', 'pageKeywords', 'searchPlacement', 'searchRank']), onlyRead(dates(['onlineFrom', 'onlineTo']))),
    is: {
        root: (category) => category.isRoot(),
        topLevel: (category) => category.isTopLevel(),
        online: (category) => category.isOnline()
    },
    apart: ['recommendations', 'orderableRecommendations', 'allRecommendations', 'parent', 'subCategories', 'onlineSubCategories', 'products', 'onlineProducts', 'productAttributeModel']
});
