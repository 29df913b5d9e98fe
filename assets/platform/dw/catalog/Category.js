'use strict';

const { held, define } = require('../../internal/bean');
const products = require('../../internal/products');
const { CustomAttributes } = require('../../internal/attributes');
const ArrayList = require('dw/util/ArrayList');

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
        return this[held].name;
    }

    getParent() {
        return this[held].parent === null ? null : products.category(this[held].parent);
    }

    getSubCategories() {
        return new ArrayList(this[held].children.map(products.category));
    }

    getOnlineSubCategories() {
        return this.getSubCategories();
    }

    getProducts() {
        const { ids } = host.call('catalog.search', { category: this.getID(), locale: request.locale });
        return new ArrayList(ids.map(products.product));
    }

    getOnlineProducts() {
        return this.getProducts();
    }

    hasOnlineSubCategories() {
        return this[held].children.length > 0;
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

    isOnline() {
        return true;
    }

    getCustom() {
        return new CustomAttributes({ showInMenu: !this.isRoot() });
    }

    toString() {
        return `[Category id=${this.getID()}]`;
    }
}

module.exports = define(Category, 'dw.catalog.Category', {
    get: {
        ID: (category) => category.getID(),
        displayName: (category) => category.getDisplayName(),
        description: (category) => category.getDescription(),
        pageTitle: (category) => category.getPageTitle(),
        parent: (category) => category.getParent(),
        subCategories: (category) => category.getSubCategories(),
        onlineSubCategories: (category) => category.getOnlineSubCategories(),
        products: (category) => category.getProducts(),
        onlineProducts: (category) => category.getOnlineProducts(),
        custom: (category) => category.getCustom()
    },
    is: {
        root: (category) => category.isRoot(),
        topLevel: (category) => category.isTopLevel(),
        online: (category) => category.isOnline()
    },
    apart: ['parent', 'subCategories', 'onlineSubCategories', 'products', 'onlineProducts']
});
