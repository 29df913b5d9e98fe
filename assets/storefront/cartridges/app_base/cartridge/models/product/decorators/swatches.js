'use strict';

/** The colours of a master, for its tile. */
module.exports = function swatches(object, product) {
    var model = product.variationModel;
    var color = product.master ? model.getProductVariationAttribute('color') : null;

    object.swatches = color
        ? model.getAllValues(color).toArray().map(function (value) { return value.ID; })
        : [];
};
