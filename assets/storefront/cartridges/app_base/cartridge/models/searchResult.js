'use strict';

var CatalogMgr = require('dw/catalog/CatalogMgr');
var URLUtils = require('dw/web/URLUtils');
var productTiles = require('*/cartridge/scripts/helpers/productTiles');

function page(hits, query) {
    hits.forward(query.start);
    return productTiles.tiles(hits, query.size);
}

function refinements(model) {
    return model.refinements.refinementDefinitions.toArray().map(function (definition) {
        var id = definition.attributeID;
        var values = model.refinements.getAllRefinementValues(definition).toArray().map(function (value) {
            var isSelected = model.isRefinedByAttributeValue(id, value.value);
            var url = isSelected
                ? model.urlRelaxAttributeValue('Search-Show', id, value.value)
                : model.urlRefineAttributeValue('Search-Show', id, value.value);
            return { id: value.value, name: value.displayValue, count: value.hitCount, isSelected: isSelected, url: url.toString() };
        });
        return { id: id, name: definition.displayName, values: values };
    }).filter(function (definition) {
        return definition.values.length > 1 || definition.values[0].isSelected;
    });
}

/** Bounds of the price as they stand in the form, and what else a form has to send so that the rest of the search stays. */
function priceForm(query) {
    var kept = [{ name: 'q', value: query.phrase }, { name: 'cgid', value: query.category }, { name: 'srule', value: query.sort }];
    query.refinements.forEach(function (refinement, index) {
        kept.push({ name: 'prefn' + (index + 1), value: refinement.id });
        kept.push({ name: 'prefv' + (index + 1), value: refinement.values.join('|') });
    });
    return { min: query.priceMin, max: query.priceMax, kept: kept.filter(function (field) { return field.value; }) };
}

function paging(model, query) {
    var pages = Math.ceil(model.count / query.size);
    var current = Math.floor(query.start / query.size);
    var links = [];
    for (var index = 0; index < pages; index += 1) {
        if (index === 0 || index === pages - 1 || Math.abs(index - current) <= 2) {
            var url = model.url('Search-Show').append('start', index * query.size).append('sz', query.size);
            links.push({ number: index + 1, isCurrent: index === current, url: url.toString() });
        }
    }
    return links;
}

function sortingOptions(model) {
    return CatalogMgr.sortingOptions.toArray().map(function (rule) {
        return {
            id: rule.ID,
            name: rule.displayName,
            isSelected: model.sortingRule !== null && model.sortingRule.ID === rule.ID,
            url: model.urlSortingRule('Search-Show', rule).toString()
        };
    });
}

/** A page of search results as the template shows it. */
function SearchResult(model, query) {
    this.phrase = model.searchPhrase;
    this.category = model.categorySearch && model.category && !model.category.root ? { id: model.category.ID, name: model.category.displayName } : null;
    this.count = model.count;
    this.products = page(model.productSearchHits, query);
    this.refinements = refinements(model);
    this.price = priceForm(query);
    this.pages = paging(model, query);
    this.sorting = sortingOptions(model);
    this.isRefined = model.refinedSearch;
    this.resetUrl = (model.categorySearch ? URLUtils.url('Search-Show', 'cgid', model.categoryID) : URLUtils.url('Search-Show', 'q', query.phrase || '')).toString();
}

module.exports = SearchResult;
