'use strict';

/** So many percent less for options. */
module.exports = require('../../internal/valued')('PercentageOptionDiscount', 'PERCENTAGE_OFF_OPTIONS', 'percentage');
