'use strict';

var server = require('server');
var OrderMgr = require('dw/order/OrderMgr');
var OrderModel = require('*/cartridge/models/order');

server.get('Confirm', function (req, res, next) {
    var order = OrderMgr.getOrder(req.querystring.ID, req.querystring.token || '');
    if (!order) {
        res.setStatusCode(404);
        res.render('notFound', { what: req.querystring.ID });
        return next();
    }
    res.render('order/confirmation', { order: new OrderModel(order) });
    return next();
});

module.exports = server.exports();
