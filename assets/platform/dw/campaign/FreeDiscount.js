'use strict';

const { define } = require('../../internal/bean');

/** Nothing has to be paid. */
class FreeDiscount extends require('dw/campaign/Discount') {
    toString() {
        return `[FreeDiscount]`;
    }
}

FreeDiscount.TYPE = 'FREE';

module.exports = define(FreeDiscount, 'dw.campaign.FreeDiscount', {});
