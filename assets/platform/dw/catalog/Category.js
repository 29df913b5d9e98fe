'use strict';

const { held, define } = require('../../internal/bean');
const products = require('../../internal/products');
const { customOf } = require('../../internal/edited');
const { dates, facts, numbers, siteMap } = require('../../internal/fields');
const linked = require('../../internal/linked');
const { imageOf } = require('../../internal/media');
const { isOnline } = require('../../internal/online');
const recommendations = require('../../internal/recommendations');
const { catalogueOf } = require('../../internal/staticFiles');
const ArrayList = require('dw/util/ArrayList');
const CategoryAssignment = require('dw/catalog/CategoryAssignment');
const CategoryLink = require('dw/catalog/CategoryLink');

function onlyRead(shape) {
    return Object.fromEntries(Object.entries(shape).map(([name, { get }]) => [name, get]));
}

/** A place in the catalogue. */
class Category {
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
        return this[held].parent === null ? null : this.#sibling(this[held].parent);
    }

    /** A category of the same catalogue. */
    #sibling(id) {
        return products.category(id, this[held].catalogue);
    }

    getSubCategories() {
        return new ArrayList(this[held].children.map((id) => this.#sibling(id)));
    }

    getOnlineSubCategories() {
        return new ArrayList(this.getSubCategories().toArray().filter((category) => category.online));
    }

    /** Those that are assigned to it, in the order of their positions. */
    getProducts() {
        return new ArrayList(this[held].assigned.map((id) => products.product(id)).filter(Boolean));
    }

    getOnlineProducts() {
        return new ArrayList(this.getProducts().toArray().filter((product) => product.online));
    }

    getCategoryAssignments() {
        return new ArrayList(this.getProducts().toArray().map((product) => new CategoryAssignment(product, this)));
    }

    getOnlineCategoryAssignments() {
        return new ArrayList(this.getCategoryAssignments().toArray().filter(({ product }) => product.online));
    }

    hasOnlineSubCategories() {
        return this.getOnlineSubCategories().length > 0;
    }

    hasOnlineProducts() {
        return this[held].assigned.some((id) => {
            const product = products.product(id);
            return product !== null && product.online;
        });
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

    // Links to categories of the same catalogue, and from them

    getOutgoingCategoryLinks(type) {
        const links = this[held].categoryLink || [];
        return linked.list(links.map((link) => this.#link(this, this.#sibling(link.categoryId), link.type)), type);
    }

    getIncomingCategoryLinks(type) {
        const links = host.call('catalog.linkingCategories', { catalogue: this[held].catalogue, id: this.getID() });
        return linked.list(links.map((link) => this.#link(this.#sibling(link.id), this, link.type)), type);
    }

    #link(source, target, type) {
        return source === null || target === null ? null : new CategoryLink(source, target, type);
    }

    getOnlineOutgoingCategoryLinks() {
        return new ArrayList(this.getOutgoingCategoryLinks().toArray().filter((link) => link.targetCategory.online));
    }

    getOnlineIncomingCategoryLinks() {
        return new ArrayList(this.getIncomingCategoryLinks().toArray().filter((link) => link.sourceCategory.online));
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
        return this[held][name] ? imageOf(this[held][name], { owner: catalogueOf(this[held]) }) : null;
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
        return customOf(this[held], 'Category');
    }

    toString() {
        return `[Category id=${this.getID()}]`;
    }
}

module.exports = define(Category, 'dw.catalog.Category', {
    get: Object.assign({
        ID: true,
        displayName: true,
        description: true,
        pageTitle: true,
        parent: true,
        subCategories: true,
        onlineSubCategories: true,
        products: true,
        onlineProducts: true,
        image: true,
        thumbnail: true,
        defaultSortingRule: true,
        onlineFlag: true,
        recommendations: true,
        orderableRecommendations: true,
        allRecommendations: true,
        productAttributeModel: true,
        pageURL: (category) => category[held].pageUrl || null,
        categoryAssignments: true,
        onlineCategoryAssignments: true,
        outgoingCategoryLinks: true,
        incomingCategoryLinks: true,
        onlineOutgoingCategoryLinks: true,
        onlineIncomingCategoryLinks: true,
        custom: true
    }, siteMap, facts(['template', 'pageDescription', 'pageKeywords']), numbers(['searchPlacement', 'searchRank', 'displayMode']), onlyRead(dates(['onlineFrom', 'onlineTo']))),
    is: {
        root: true,
        topLevel: true,
        online: true
    },
    constants: { DISPLAY_MODE_INDIVIDUAL: 0, DISPLAY_MODE_MERGED: 1 },
    apart: ['categoryAssignments', 'onlineCategoryAssignments', 'outgoingCategoryLinks', 'incomingCategoryLinks', 'onlineOutgoingCategoryLinks', 'onlineIncomingCategoryLinks', 'displayMode', 'recommendations', 'orderableRecommendations', 'allRecommendations', 'parent', 'subCategories', 'onlineSubCategories', 'products', 'onlineProducts', 'productAttributeModel']
});
