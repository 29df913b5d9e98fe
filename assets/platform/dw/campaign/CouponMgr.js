'use strict';

const { manager } = require('../../internal/bean');
const coupons = require('../../internal/promotions/coupons');
const ArrayList = require('dw/util/ArrayList');
const Coupon = require('dw/campaign/Coupon');
const CouponRedemption = require('dw/campaign/CouponRedemption');
const Status = require('dw/system/Status');

const UNKNOWN_SITE = 'MASKREDEMPTIONS_SITE_NOT_FOUND';

function made(document) {
    return document ? new Coupon(document) : null;
}

/** The coupons of the shop. */
class CouponMgr {
    static getCoupon(id) {
        return made(coupons.find(id));
    }

    static getCouponByCode(code) {
        return made(coupons.ofCode(code));
    }

    static getCoupons() {
        return new ArrayList(coupons.all().map(made));
    }

    /** `(coupon, code)`, both as IDs: the last redemption first. */
    static getRedemptions(id, code) {
        const coupon = coupons.find(id);
        const found = coupon === null ? [] : coupons.redemptions(coupon).filter((it) => coupons.isSame(coupon, it.code, String(code)));
        return new ArrayList(found.map((it) => new CouponRedemption(it)));
    }

    /** Nobody sees any more who redeemed what at an email address. */
    static maskRedemptions(siteID, email) {
        if (!require('dw/system/Site').allSites.toArray().some((site) => site.ID === siteID)) {
            return new Status(Status.ERROR, UNKNOWN_SITE, 'There is no site {0}', siteID);
        }
        coupons.mask(email);
        return new Status(Status.OK);
    }
}

module.exports = manager(CouponMgr, 'dw.campaign.CouponMgr', { coupons: true }, { MR_ERROR_INVALID_SITE_ID: UNKNOWN_SITE });
