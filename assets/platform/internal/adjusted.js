'use strict';

const { held } = require('./bean');
const { grossOf, netOf } = require('./taxes');

/** Whether a script has said what the tax is, or of what. */
function isSet({ [held]: { tax, tax_basis: basis } }) {
    return (tax !== undefined && tax !== null) || basis !== undefined;
}

/** By the rate of the line, or where somebody has said more, the sum of its own and those of its discounts. */
function taxAfterDiscounts(line) {
    const adjustments = (line.priceAdjustments || line.shippingPriceAdjustments).toArray();
    const isUsual = !isSet(line) && adjustments.every((adjustment) => !isSet(adjustment) && adjustment.taxRate === line.taxRate);
    return isUsual ? line.taxOf(line.getAdjustedPrice()) : adjustments.reduce((sum, adjustment) => sum.add(adjustment.tax), line.tax);
}

/** What a line costs after its discounts: net, gross and the tax of it. */
const adjusted = {
    adjustedGrossPrice: (line) => grossOf(line.getAdjustedPrice(), line.adjustedTax),
    adjustedTax: taxAfterDiscounts,
    adjustedNetPrice: (line) => netOf(line.getAdjustedPrice(), line.adjustedTax)
};

module.exports = { adjusted };
