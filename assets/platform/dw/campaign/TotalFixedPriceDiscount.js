'use strict';

/** So many pieces for this price together. */
module.exports = require('../../internal/valued')('TotalFixedPriceDiscount', 'TOTAL_FIXED_PRICE', 'totalFixedPrice');
