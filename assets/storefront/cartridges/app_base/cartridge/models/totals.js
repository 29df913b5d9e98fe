'use strict';

function discount(adjustment) {
    return { text: adjustment.lineItemText, amount: adjustment.price.toFormattedString() };
}

/** The sums of a basket or an order, as texts. */
function Totals(container) {
    this.merchandise = container.getAdjustedMerchandizeTotalPrice(false).toFormattedString();
    this.discounts = container.priceAdjustments.toArray().map(discount);
    this.shipping = container.shippingTotalPrice.toFormattedString();
    this.shippingDiscounts = container.allShippingPriceAdjustments.toArray().map(discount);
    this.tax = container.totalTax.toFormattedString();
    this.grandTotal = container.totalGrossPrice.toFormattedString();
}

module.exports = Totals;
