'use strict';

/** Down to this price. */
module.exports = require('../../internal/valued')('FixedPriceDiscount', 'FIXED_PRICE', 'fixedPrice');
