'use strict';

var server = require('server');
server.extend(module.superModule);

var ProductMgr = require('dw/catalog/ProductMgr');
var recentlyViewed = require('*/cartridge/scripts/helpers/recentlyViewed');

server.append('Show', function (req, res, next) {
    var viewData = res.getViewData();
    if (viewData.product) {
        var product = ProductMgr.getProduct(viewData.product.masterId);
        res.setViewData({ recentlyViewed: recentlyViewed.tilesWithout(product.ID) });
        this.on('route:BeforeComplete', function () {
            recentlyViewed.remember(product.ID);
        });
    }
    next();
});

module.exports = server.exports();
