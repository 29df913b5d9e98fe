'use strict';

var server = require('server');
var productHelpers = require('*/cartridge/scripts/helpers/productHelpers');

server.get('Show', function (req, res, next) {
    var product = productHelpers.findProduct(req.querystring.pid);
    if (!product) {
        res.setStatusCode(404);
        res.render('notFound', { what: req.querystring.pid });
        return next();
    }

    var selection = productHelpers.selectedVariation(product, req.querystring);
    res.render('product/detail', { product: productHelpers.detail(product, selection) });
    return next();
});

/** The chosen variant as JSON, for scripts in the page. */
server.get('Variation', function (req, res, next) {
    var product = productHelpers.findProduct(req.querystring.pid);
    if (!product) {
        res.setStatusCode(404);
        res.json({ error: true });
        return next();
    }
    var selection = productHelpers.selectedVariation(product, req.querystring);
    res.json({ product: productHelpers.detail(product, selection) });
    return next();
});

/** What is shown of a product without leaving the list: a piece of a page, for scripts in it. */
server.get('ShowQuickView', function (req, res, next) {
    var product = productHelpers.findProduct(req.querystring.pid);
    if (!product) {
        res.setStatusCode(404);
        res.json({ error: true });
        return next();
    }
    var selection = productHelpers.selectedVariation(product, req.querystring);
    res.json(productHelpers.quickView(productHelpers.detail(product, selection)));
    return next();
});

module.exports = server.exports();
