'use strict';

/** The colours of a master, for its tile, and the one it is shown in: the first of those that were looked for. */
module.exports = function swatches(object, product, found) {
    var model = product.variationModel;
    var color = product.master ? model.getProductVariationAttribute('color') : null;

    object.swatches = color
        ? model.getAllValues(color).toArray().map(function (value) { return value.ID; })
        : [];
    object.color = found || object.swatches[0] || null;
};
