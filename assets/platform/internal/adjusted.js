'use strict';

/** What a line costs after its discounts: net, gross and the tax in it. Prices are gross. */
const adjusted = {
    adjustedGrossPrice: (line) => line.getAdjustedPrice(),
    adjustedTax: (line) => line.taxOf(line.getAdjustedPrice()),
    adjustedNetPrice: (line) => line.getAdjustedPrice().subtract(line.taxOf(line.getAdjustedPrice()))
};

module.exports = { adjusted };
