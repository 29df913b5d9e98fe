'use strict';

const { held, manager } = require('../../internal/bean');
const products = require('../../internal/products');
const records = require('../../internal/records');
const ArrayList = require('dw/util/ArrayList');
const SortingOption = require('dw/catalog/SortingOption');
const SortingRule = require('dw/catalog/SortingRule');

function rules() {
    return records.ids('sorting-rule');
}

function options() {
    return records.records('sorting-option').map(({ id, document }) => new SortingOption(id, document));
}

/** The site's catalogue and its categories. */
class CatalogMgr {
    static getSiteCatalog() {
        return products.catalog(products.category('root')[held].catalogue);
    }

    static getCatalog(id) {
        return id === null || id === undefined ? null : products.catalog(String(id));
    }

    static getCategory(id) {
        return id === null || id === undefined ? null : products.category(id);
    }

    static getSortingRule(id) {
        return rules().includes(id) ? new SortingRule(id) : null;
    }

    static getSortingRules() {
        return new ArrayList(rules().map((id) => new SortingRule(id)));
    }

    static getSortingOption(id) {
        return options().find((option) => option.ID === id) || null;
    }

    static getSortingOptions() {
        return new ArrayList(options());
    }
}

module.exports = manager(CatalogMgr, 'dw.catalog.CatalogMgr', {
    siteCatalog: true,
    sortingRules: true,
    sortingOptions: true
});
