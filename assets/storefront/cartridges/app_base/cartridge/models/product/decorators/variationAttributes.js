'use strict';

function values(model, attribute) {
    return model.getAllValues(attribute).toArray().map(function (value) {
        return {
            id: value.ID,
            name: value.displayValue,
            isSelected: model.isSelectedAttributeValue(attribute, value),
            isOrderable: model.hasOrderableVariants(attribute, value),
            url: model.urlSelectVariationValue('Product-Show', attribute, value)
        };
    });
}

/** What can be chosen of a product, and what is chosen by a variation model. */
module.exports = function variationAttributes(object, product, model) {
    var color = product.master || product.variant ? model.getSelectedValue('color') : null;

    object.masterId = product.masterProduct.ID;
    object.color = (color && color.ID) || null;
    object.attributes = [];
    if (product.master || product.variant) {
        object.attributes = model.productVariationAttributes.toArray().map(function (attribute) {
            return { id: attribute.ID, name: attribute.displayName, isChosen: model.getSelectedValue(attribute) !== null, values: values(model, attribute) };
        });
    }
};
