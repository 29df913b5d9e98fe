'use strict';

var server = require('server');
var CatalogMgr = require('dw/catalog/CatalogMgr');
var tiles = require('*/cartridge/scripts/helpers/productTiles');

server.get('Show', function (req, res, next) {
    var root = CatalogMgr.siteCatalog.root;
    var newest = tiles.newest(8);

    res.render('home', {
        categories: tiles.categoryTiles(root.onlineSubCategories),
        newest: newest
    });
    next();
});

module.exports = server.exports();
