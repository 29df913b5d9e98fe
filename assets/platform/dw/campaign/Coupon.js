'use strict';

const { held, define } = require('../../internal/bean');
const coupons = require('../../internal/promotions/coupons');
const offers = require('../../internal/promotions/offers');
const ArrayList = require('dw/util/ArrayList');

const TYPES = { TYPE_SINGLE_CODE: 'SINGLE_CODE', TYPE_MULTIPLE_CODES: 'MULTIPLE_CODES', TYPE_SYSTEM_CODES: 'SYSTEM_CODES' };

/** What codes stand for that visitors enter. */
class Coupon {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getType() {
        return this[held].system ? TYPES.TYPE_SYSTEM_CODES : this[held].isList ? TYPES.TYPE_MULTIPLE_CODES : TYPES.TYPE_SINGLE_CODE;
    }

    getCodePrefix() {
        return (this[held].system || {}).prefix || null;
    }

    /** Codes of a list and of the system are given once each; a single code again and again. */
    getNextCouponCode() {
        return coupons.nextCode(this[held]);
    }

    isEnabled() {
        return this[held].enabled !== false;
    }

    getPromotions() {
        return new ArrayList(offers.all().promotions.filter((promotion) => offers.couponsOf(promotion).includes(this.getID())));
    }

    getRedemptionLimitPerCode() {
        return this[held].limitPerCode || null;
    }

    getRedemptionLimitPerCustomer() {
        return this[held].limitPerCustomer || null;
    }

    /** How often one customer may redeem it in so many days. */
    getRedemptionLimitPerTimeFrame() {
        return (this[held].limitPerTimeFrame || {}).limit || null;
    }

    getRedemptionLimitTimeFrame() {
        return (this[held].limitPerTimeFrame || {}).timeFrame || null;
    }

    equals(other) {
        return other instanceof Coupon && other.ID === this.getID();
    }

    toString() {
        return `[Coupon id=${this.getID()}]`;
    }
}

module.exports = define(Coupon, 'dw.campaign.Coupon', {
    changes: ['getNextCouponCode'],
    get: {
        ID: true,
        type: true,
        codePrefix: true,
        nextCouponCode: true,
        promotions: true,
        redemptionLimitPerCode: true,
        redemptionLimitPerCustomer: true,
        redemptionLimitPerTimeFrame: true,
        redemptionLimitTimeFrame: true
    },
    is: { enabled: true },
    constants: TYPES,
    apart: ['promotions', 'nextCouponCode']
});
