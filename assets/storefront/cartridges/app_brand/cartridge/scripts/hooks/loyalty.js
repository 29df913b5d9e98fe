'use strict';

/** A leaf for every ten spent. Answers nothing, so that the hooks of other cartridges run too. */
exports.created = function (order) {
    var leaves = Math.floor(order.adjustedMerchandizeTotalPrice.value / 10);
    order.custom.leaves = leaves;
};
