'use strict';

/** All orders of the shop that this request may see. */
function all() {
    return require('dw/order/OrderMgr').searchOrders('', null).asList().toArray();
}

module.exports = { all };
