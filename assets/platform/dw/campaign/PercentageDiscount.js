'use strict';

/** So many percent less. */
module.exports = require('../../internal/valued')('PercentageDiscount', 'PERCENTAGE', 'percentage');
