'use strict';

const { grossOf, netOf } = require('./taxes');

/** What a line costs after its discounts: net, gross and the tax of it. */
const adjusted = {
    adjustedGrossPrice: (line) => grossOf(line.getAdjustedPrice(), line.adjustedTax),
    adjustedTax: (line) => line.taxOf(line.getAdjustedPrice()),
    adjustedNetPrice: (line) => netOf(line.getAdjustedPrice(), line.adjustedTax)
};

module.exports = { adjusted };
