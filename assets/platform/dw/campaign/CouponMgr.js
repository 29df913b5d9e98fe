'use strict';

const { manager } = require('../../internal/bean');
const offers = require('../../internal/promotions/offers');
const ArrayList = require('dw/util/ArrayList');
const Coupon = require('dw/campaign/Coupon');

function made(document) {
    return document ? new Coupon(document) : null;
}

/** The coupons of the shop. */
class CouponMgr {
    static getCoupon(id) {
        return made(offers.all().coupons.find((document) => document.id === id));
    }

    static getCouponByCode(code) {
        return made(offers.couponOfCode(code));
    }

    static getCoupons() {
        return new ArrayList(offers.all().coupons.map(made));
    }
}

module.exports = manager(CouponMgr, 'dw.campaign.CouponMgr', { coupons: () => CouponMgr.getCoupons() });
