'use strict';

var CatalogMgr = require('dw/catalog/CatalogMgr');
var ProductSearchModel = require('dw/catalog/ProductSearchModel');
var URLUtils = require('dw/web/URLUtils');
var pricing = require('*/cartridge/scripts/helpers/pricing');

/** What a list of products shows of one of them. */
function tile(product) {
    var category = product.primaryCategory;
    var swatches = product.master
        ? product.variationModel.getAllValues('color').toArray().map(function (value) { return value.ID; })
        : [];
    return {
        id: product.ID,
        name: product.name,
        brand: product.brand,
        category: category.displayName,
        picture: category.parent.ID,
        swatches: swatches,
        price: pricing.describe(product),
        isNew: product.custom.isNew,
        url: URLUtils.url('Product-Show', 'pid', product.ID).toString()
    };
}

function tiles(hits, count) {
    var list = [];
    while (hits.hasNext() && list.length < count) {
        list.push(tile(hits.next().product));
    }
    return list;
}

function newest(count) {
    var model = new ProductSearchModel();
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

module.exports = { tile: tile, tiles: tiles, newest: newest, categoryTiles: categoryTiles };
