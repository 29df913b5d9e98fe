'use strict';

const { held, manager } = require('../../internal/bean');
const products = require('../../internal/products');
const ArrayList = require('dw/util/ArrayList');
const Catalog = require('dw/catalog/Catalog');
const SortingOption = require('dw/catalog/SortingOption');
const SortingRule = require('dw/catalog/SortingRule');

const RULES = ['best-matches', 'price-low-to-high', 'price-high-to-low', 'name-ascending', 'newest'];

let siteCatalog = null;

/** The site's catalogue and its categories. */
class CatalogMgr {
    static getSiteCatalog() {
        siteCatalog = siteCatalog || new Catalog(products.category('root')[held].catalogue || 'storefront');
        return siteCatalog;
    }

    static getCatalog(id) {
        return id === CatalogMgr.getSiteCatalog().ID ? CatalogMgr.getSiteCatalog() : null;
    }

    static getCategory(id) {
        return id === null || id === undefined ? null : products.category(id);
    }

    static getSortingRule(id) {
        return RULES.includes(id) ? new SortingRule(id) : null;
    }

    static getSortingRules() {
        return new ArrayList(RULES.map((id) => new SortingRule(id)));
    }

    static getSortingOption(id) {
        return RULES.includes(id) ? new SortingOption(id) : null;
    }

    static getSortingOptions() {
        return new ArrayList(RULES.map((id) => new SortingOption(id)));
    }
}

module.exports = manager(CatalogMgr, 'dw.catalog.CatalogMgr', {
    siteCatalog: () => CatalogMgr.getSiteCatalog(),
    sortingRules: () => CatalogMgr.getSortingRules(),
    sortingOptions: () => CatalogMgr.getSortingOptions()
});
