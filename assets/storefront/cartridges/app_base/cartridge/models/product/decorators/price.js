'use strict';

/** What it costs, as texts: `before` where it was dearer, `from` where its variants differ. */
module.exports = function price(object, product) {
    var model = product.priceModel;
    var lowest = model.minPrice;
    var list = model.listPrice;
    var isReduced = list.available && list.compareTo(lowest) > 0 && !model.priceRange;

    object.price = {
        now: lowest.toFormattedString(),
        value: lowest.value,
        before: isReduced ? list.toFormattedString() : null,
        from: model.priceRange
    };
};
