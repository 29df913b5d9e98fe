'use strict';

/** Down to the price in a price book. */
module.exports = require('../../internal/valued')('PriceBookPriceDiscount', 'PRICE_BOOK_PRICE', 'priceBookID');
