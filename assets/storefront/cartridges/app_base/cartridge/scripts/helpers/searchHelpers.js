'use strict';

var CatalogMgr = require('dw/catalog/CatalogMgr');
var ProductSearchModel = require('dw/catalog/ProductSearchModel');

var PAGE_SIZE = 12;

function number(text) {
    var value = parseFloat(text);
    return isNaN(value) || value < 0 ? null : value;
}

/** Refinements come as pairs `prefn1=color&prefv1=moss|ink`. */
function readRefinements(querystring) {
    var refinements = [];
    for (var index = 1; querystring['prefn' + index]; index += 1) {
        refinements.push({
            id: String(querystring['prefn' + index]),
            values: String(querystring['prefv' + index] || '').split('|').filter(Boolean)
        });
    }
    return refinements;
}

function readQuery(querystring) {
    return {
        phrase: String(querystring.q || '').trim() || null,
        category: querystring.cgid || null,
        refinements: readRefinements(querystring),
        priceMin: number(querystring.pmin),
        priceMax: number(querystring.pmax),
        sort: querystring.srule || null,
        start: Math.floor(number(querystring.start) || 0),
        size: Math.min(48, Math.max(1, Math.floor(number(querystring.sz) || PAGE_SIZE)))
    };
}

function createModel(query) {
    var model = new ProductSearchModel();
    model.setSearchPhrase(query.phrase);
    if (query.category && CatalogMgr.getCategory(query.category)) {
        model.setCategoryID(query.category);
    } else if (!query.category && !query.phrase) {
        // A search for nothing finds nothing; whoever asks for nothing gets the whole shop.
        model.setCategoryID(CatalogMgr.siteCatalog.root.ID);
    }
    query.refinements.forEach(function (refinement) {
        refinement.values.forEach(function (value) {
            model.addRefinementValues(refinement.id, value);
        });
    });
    model.setPriceMin(query.priceMin);
    model.setPriceMax(query.priceMax);
    model.setSortingRule(CatalogMgr.getSortingRule(query.sort));
    return model;
}

module.exports = { readQuery: readQuery, createModel: createModel };
