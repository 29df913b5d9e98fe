'use strict';

const { held, define } = require('../../internal/bean');

/** That a code was redeemed: when, with which order, by whom. */
class CouponRedemption {
    constructor(redemption) {
        Object.defineProperty(this, held, { value: redemption });
    }

    toString() {
        return `[CouponRedemption orderNo=${this[held].number}]`;
    }
}

module.exports = define(CouponRedemption, 'dw.campaign.CouponRedemption', {
    get: {
        orderNo: (it) => it[held].number,
        customerEmail: (it) => it[held].email,
        redemptionDate: (it) => it[held].date
    }
});
