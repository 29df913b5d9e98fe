'use strict';

var server = require('server');
var StoreMgr = require('dw/catalog/StoreMgr');
var storeHelpers = require('*/cartridge/scripts/helpers/storeHelpers');
var StoreModel = require('*/cartridge/models/store');

/** The stores around a postal code or a place, `lat` and `long`; without either of them all stores. */
server.get('Find', function (req, res, next) {
    var wanted = storeHelpers.readQuery(req.querystring);
    res.render('stores/find', {
        wanted: wanted,
        countries: storeHelpers.COUNTRIES,
        radii: storeHelpers.RADII,
        stores: storeHelpers.find(wanted)
    });
    next();
});

server.get('Details', function (req, res, next) {
    var store = StoreMgr.getStore(req.querystring.storeID || '');
    if (!store) {
        res.setStatusCode(404);
        res.render('notFound', { what: req.querystring.storeID });
        return next();
    }
    res.render('stores/details', { store: new StoreModel(store) });
    return next();
});

module.exports = server.exports();
