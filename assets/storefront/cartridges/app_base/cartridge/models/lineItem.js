'use strict';

var URLUtils = require('dw/web/URLUtils');

function choices(product) {
    if (!product.variant) {
        return [];
    }
    var model = product.variationModel;
    return model.productVariationAttributes.toArray().map(function (attribute) {
        var value = model.getSelectedValue(attribute);
        return { attribute: attribute.ID, id: value.ID, name: attribute.displayName, value: value.displayValue };
    });
}

function colorOf(list) {
    var color = list.find(function (choice) { return choice.attribute === 'color'; });
    return color ? color.id : null;
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
    this.color = colorOf(this.choices);
    this.url = URLUtils.url('Product-Show', 'pid', lineItem.productID).toString();
    this.unitPrice = lineItem.basePrice.toFormattedString();
    this.price = lineItem.price.toFormattedString();
    this.adjustedPrice = lineItem.adjustedPrice.toFormattedString();
    this.isBonus = lineItem.bonusProductLineItem;
    this.discounts = discounts;
}

module.exports = LineItem;
