'use strict';

var ProductMgr = require('dw/catalog/ProductMgr');
var factory = require('*/cartridge/scripts/factories/product');

var MOST = 4;

function ids() {
    return session.custom.recentlyViewed ? session.custom.recentlyViewed.split(',') : [];
}

function remember(id) {
    var others = ids().filter(function (known) { return known !== id; });
    session.custom.recentlyViewed = [id].concat(others).slice(0, MOST + 1).join(',');
}

function tilesWithout(id) {
    return ids()
        .filter(function (known) { return known !== id; })
        .slice(0, MOST)
        .map(function (known) { return ProductMgr.getProduct(known); })
        .filter(Boolean)
        .map(function (product) { return factory.tile(product); });
}

module.exports = { remember: remember, tilesWithout: tilesWithout };
