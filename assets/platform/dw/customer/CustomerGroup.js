'use strict';

/** Customers that promotions and rules speak of together. */
module.exports = require('../../internal/identified')('dw.customer.CustomerGroup');
