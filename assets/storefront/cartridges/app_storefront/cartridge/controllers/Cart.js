'use strict';

var server = require('server');
server.extend(module.superModule);

var BasketMgr = require('dw/order/BasketMgr');
var Logger = require('dw/system/Logger');
var thresholds = require('*/cartridge/scripts/helpers/thresholds');

server.prepend('AddProduct', function (req, res, next) {
    Logger.getLogger('cart').debug('adding {0} of {1}', req.form.quantity || 1, req.form.pid);
    next();
});

server.append('Show', function (req, res, next) {
    var basket = BasketMgr.currentBasket;
    res.setViewData({ hint: basket ? thresholds.nextHint(basket) : null });
    next();
});

module.exports = server.exports();
