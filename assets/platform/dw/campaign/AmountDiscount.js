'use strict';

/** So much less, but never more than the price. */
module.exports = require('../../internal/valued')('AmountDiscount', 'AMOUNT', 'amount');
