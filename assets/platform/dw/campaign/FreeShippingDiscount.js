'use strict';

const { define } = require('../../internal/bean');

/** A product is shipped for nothing. */
class FreeShippingDiscount extends require('dw/campaign/Discount') {
    toString() {
        return `[FreeShippingDiscount]`;
    }
}

FreeShippingDiscount.TYPE = 'FREE_SHIPPING';

module.exports = define(FreeShippingDiscount, 'dw.campaign.FreeShippingDiscount', {});
