'use strict';

var URLUtils = require('dw/web/URLUtils');

function choices(product) {
    if (!product.variant) {
        return [];
    }
    var model = product.variationModel;
    return model.productVariationAttributes.toArray().map(function (attribute) {
        return { name: attribute.displayName, value: model.getSelectedValue(attribute).displayValue };
    });
}

/** One line of a cart or an order as the template shows it. */
function LineItem(lineItem) {
    var product = lineItem.product;
    var discounts = [];
    for (var adjustment of lineItem.priceAdjustments) {
        discounts.push({ text: adjustment.lineItemText, amount: adjustment.price.toFormattedString() });
    }

    this.uuid = lineItem.UUID;
    this.id = lineItem.productID;
    this.name = lineItem.productName;
    this.quantity = lineItem.quantityValue;
    this.choices = product ? choices(product) : [];
    this.picture = product ? product.primaryCategory.parent.ID : null;
    this.url = URLUtils.url('Product-Show', 'pid', lineItem.productID).toString();
    this.unitPrice = lineItem.basePrice.toFormattedString();
    this.price = lineItem.price.toFormattedString();
    this.adjustedPrice = lineItem.adjustedPrice.toFormattedString();
    this.isBonus = lineItem.bonusProductLineItem;
    this.discounts = discounts;
}

module.exports = LineItem;
