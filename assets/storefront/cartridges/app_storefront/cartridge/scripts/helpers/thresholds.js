'use strict';

var PromotionMgr = require('dw/campaign/PromotionMgr');
var Money = require('dw/value/Money');
var Resource = require('dw/web/Resource');

/** Free shipping from here on; the promotion itself is in the catalogue. */
var FREE_SHIPPING = 75;

/** What is missing for free shipping, as a sentence, or null. */
function nextHint(basket) {
    var promotion = PromotionMgr.getPromotion('free-shipping');
    var total = basket.adjustedMerchandizeTotalPrice;
    var missing = new Money(FREE_SHIPPING, basket.currencyCode).subtract(total);

    if (!promotion || missing.value <= 0) {
        return null;
    }
    return Resource.msgf('cart.missing', 'cart', null, missing.toFormattedString());
}

module.exports = { nextHint: nextHint };
