'use strict';

var ProductSearchModel = require('dw/catalog/ProductSearchModel');
var URLUtils = require('dw/web/URLUtils');
var productTiles = require('*/cartridge/scripts/helpers/productTiles');
var renderTemplate = require('*/cartridge/scripts/helpers/renderTemplate');

/** A category that isn't there any more shows nothing. */
module.exports.render = function (context) {
    var category = context.content.category;
    if (!category) {
        return '';
    }
    var model = new ProductSearchModel();
    model.setCategoryID(category.ID);
    model.search();
    return renderTemplate.render('experience/components/story/products', {
        name: category.displayName,
        url: URLUtils.url('Search-Show', 'cgid', category.ID).toString(),
        products: productTiles.tiles(model.productSearchHits, context.content.count)
    });
};
