'use strict';

var base = module.superModule;
var Logger = require('dw/system/Logger');

/** The brand packs at most so many pieces of one product. */
var MOST_PER_LINE = 20;

function addProductToCart(basket, productId, quantity) {
    var allowed = Math.min(quantity, MOST_PER_LINE);
    var result = base.addProductToCart(basket, productId, allowed);
    if (!result.error && allowed < quantity) {
        Logger.getLogger('cart').info('{0} of {1} is more than we pack', quantity, productId);
    }
    return result;
}

module.exports = Object.assign({}, base, { addProductToCart: addProductToCart });
