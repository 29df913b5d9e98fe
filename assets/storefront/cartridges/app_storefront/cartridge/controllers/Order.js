'use strict';

var server = require('server');
server.extend(module.superModule);

var OrderMgr = require('dw/order/OrderMgr');
var OrderModel = require('*/cartridge/models/order');
var orderHelpers = require('*/cartridge/scripts/helpers/orderHelpers');
var userLoggedIn = require('*/cartridge/scripts/middleware/userLoggedIn');

var MOST = 50;

server.get('History', userLoggedIn.validateLoggedIn, function (req, res, next) {
    res.render('account/orders', { orders: orderHelpers.history(req.currentCustomer.raw, MOST) });
    next();
});

/** An order is shown to whose it is. */
server.get('Details', userLoggedIn.validateLoggedIn, function (req, res, next) {
    var order = OrderMgr.getOrder(req.querystring.orderID || '');
    if (!order || order.customerNo !== req.currentCustomer.profile.customerNo) {
        res.setStatusCode(404);
        res.render('notFound', { what: req.querystring.orderID });
        return next();
    }
    res.render('account/order', { order: new OrderModel(order) });
    return next();
});

module.exports = server.exports();
