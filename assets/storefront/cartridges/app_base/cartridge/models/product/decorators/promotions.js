'use strict';

var PromotionMgr = require('dw/campaign/PromotionMgr');

/** What the promotions say that are about a product. */
module.exports = function promotions(object, product) {
    var plan = PromotionMgr.activePromotions;

    object.promotions = [];
    for (var promotion of plan.getProductPromotions(product)) {
        if (promotion.calloutMsg) {
            object.promotions.push({ id: promotion.ID, text: promotion.calloutMsg.markup });
        }
    }
};
