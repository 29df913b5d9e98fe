'use strict';

var PromotionMgr = require('dw/campaign/PromotionMgr');
var URLUtils = require('dw/web/URLUtils');

/** The promotions for visitors without a coupon, each with the place it is about. */
function running() {
    var banners = [];
    var promotions = PromotionMgr.activePromotions.promotions.iterator();

    while (promotions.hasNext()) {
        var promotion = promotions.next();
        if (!promotion.basedOnCoupons) {
            banners.push({ id: promotion.ID, text: promotion.calloutMsg.markup, url: target(promotion) });
        }
    }
    return banners;
}

var TARGETS = { 'mugs-in-pairs': 'kitchen-mugs', 'blanket-weeks': 'living-blankets', 'cup-with-teapot': 'kitchen-teapots' };

function target(promotion) {
    var category = TARGETS[promotion.ID];
    return category ? URLUtils.url('Search-Show', 'cgid', category).toString() : URLUtils.url('Search-Show').toString();
}

module.exports = { running: running };
