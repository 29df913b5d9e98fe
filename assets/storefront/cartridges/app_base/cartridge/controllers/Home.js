'use strict';

var server = require('server');
var CatalogMgr = require('dw/catalog/CatalogMgr');
var contentHelpers = require('*/cartridge/scripts/helpers/contentHelpers');
var tiles = require('*/cartridge/scripts/helpers/productTiles');

server.get('Show', function (req, res, next) {
    var root = CatalogMgr.siteCatalog.root;
    var newest = tiles.newest(8);
    var banner = contentHelpers.findContent('home-banner');

    res.render('home', {
        categories: tiles.categoryTiles(root.onlineSubCategories),
        newest: newest,
        banner: banner && contentHelpers.page(banner)
    });
    next();
});

module.exports = server.exports();
