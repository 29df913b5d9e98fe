'use strict';

var Logger = require('dw/system/Logger');

exports.created = function (order) {
    Logger.getLogger('orders').info('order {0} over {1}', order.orderNo, order.totalGrossPrice);
};
