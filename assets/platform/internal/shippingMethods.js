'use strict';

let methods = null;

/** All ways to ship that the site has, whether they are online or not. */
function all() {
    const ShippingMethod = require('dw/order/ShippingMethod');
    methods = methods || host.call('shipping.methods', null).map((document) => new ShippingMethod(document));
    return methods;
}

/** Those that are online, in any currency and for anybody. */
function online() {
    return all().filter((method) => method.online);
}

/** The way of an ID; null if there is none. */
function named(id) {
    return all().find((method) => method.ID === id) || null;
}

module.exports = { all, named, online };
