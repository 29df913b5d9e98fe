'use strict';

var server = require('server');
server.extend(module.superModule);

var OrderMgr = require('dw/order/OrderMgr');
var OrderModel = require('*/cartridge/models/order');

server.replace('Confirm', server.middleware.get, function (req, res, next) {
    var order = OrderMgr.getOrder(req.querystring.ID, req.querystring.token || '');
    if (!order) {
        res.setStatusCode(404);
        res.render('notFound', { what: req.querystring.ID });
        return next();
    }
    res.render('order/confirmation', { order: new OrderModel(order), leaves: order.custom.leaves });
    return next();
});

module.exports = server.exports();
