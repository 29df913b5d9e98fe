'use strict';

var PromotionMgr = require('dw/campaign/PromotionMgr');

/** The prices of a product as texts: `{ now, before, from, promotions }`. */
function describe(product) {
    var model = product.priceModel;
    var lowest = model.minPrice;
    var list = model.listPrice;
    var isReduced = list.available && list.compareTo(lowest) > 0 && !model.priceRange;

    return {
        now: lowest.toFormattedString(),
        value: lowest.value,
        before: isReduced ? list.toFormattedString() : null,
        from: model.priceRange,
        promotions: callouts(product)
    };
}

function callouts(product) {
    var plan = PromotionMgr.activePromotions;
    var messages = [];
    for (var promotion of plan.getProductPromotions(product)) {
        messages.push(promotion.calloutMsg.markup);
    }
    return messages;
}

module.exports = { describe: describe };
