'use strict';

var CatalogMgr = require('dw/catalog/CatalogMgr');
var ProductSearchModel = require('dw/catalog/ProductSearchModel');
var URLUtils = require('dw/web/URLUtils');
var factory = require('*/cartridge/scripts/factories/product');

/** The first colour of those variants of a master that were found. */
function colorOf(hit) {
    var colors = hit.product.master ? hit.getRepresentedVariationValues('color') : null;
    return colors && colors.length > 0 ? colors[0].ID : null;
}

function tiles(hits, count) {
    var list = [];
    while (hits.hasNext() && list.length < count) {
        var hit = hits.next();
        list.push(factory.tile(hit.product, colorOf(hit)));
    }
    return list;
}

function newest(count) {
    var model = new ProductSearchModel();
    model.setCategoryID(CatalogMgr.siteCatalog.root.ID);
    model.setSortingRule(CatalogMgr.getSortingRule('newest'));
    model.search();
    return tiles(model.productSearchHits, count);
}

function categoryTiles(categories) {
    return categories.toArray().map(function (category) {
        return {
            id: category.ID,
            name: category.displayName,
            children: categoryTiles(category.onlineSubCategories),
            url: URLUtils.url('Search-Show', 'cgid', category.ID).toString()
        };
    });
}

module.exports = { tiles: tiles, newest: newest, categoryTiles: categoryTiles };
