'use strict';

/** A product is shipped at this price. */
module.exports = require('../../internal/valued')('FixedPriceShippingDiscount', 'FIXED_PRICE_SHIPPING', 'fixedPrice');
