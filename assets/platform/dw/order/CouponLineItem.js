'use strict';

const { held, define } = require('../../internal/bean');
const coupons = require('../../internal/promotions/coupons');
const ArrayList = require('dw/util/ArrayList');

const { APPLIED, NO_APPLICABLE_PROMOTION } = require('dw/campaign/CouponStatusCodes');

/** A coupon code in a basket. */
class CouponLineItem {
    constructor(document, container) {
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'owner', { value: container, enumerable: false });
    }

    getUUID() {
        return this[held].uuid;
    }

    getCouponCode() {
        return this[held].code;
    }

    /** Whether it is of a code; with a coupon for which case doesn't count, in any case. */
    isOf(code) {
        return coupons.isSame(coupons.ofCode(this.getCouponCode()) || {}, this.getCouponCode(), String(code));
    }

    getPriceAdjustments() {
        const entries = this.owner.allAdjustments().filter((entry) => entry.couponLineItem
            && entry.couponLineItem.UUID === this.getUUID());
        return new ArrayList(entries);
    }

    getPromotion() {
        return this.getPriceAdjustments().toArray().map((entry) => entry.promotion).find(Boolean) || null;
    }

    getPromotionID() {
        const promotion = this.getPromotion();
        return promotion && promotion.ID;
    }

    isBasedOnCampaign() {
        return !this[held].manual;
    }

    getBonusDiscountLineItems() {
        return new ArrayList(this.owner.getBonusDiscountLineItems().toArray().filter((item) => item.couponLineItem && item.couponLineItem.UUID === this.getUUID()));
    }

    /** A script's own discount is one of this coupon. */
    associatePriceAdjustment(adjustment) {
        adjustment[held].coupon = this.getCouponCode();
    }

    isApplied() {
        const given = this.owner.getAllProductLineItems().toArray().some((line) => line[held].given_by && this.#promotions().includes(line[held].given_by));
        return given || this.getPriceAdjustments().length > 0 || this.getBonusDiscountLineItems().length > 0;
    }

    /** The IDs of the promotions that run and need it. */
    #promotions() {
        const coupon = coupons.ofCode(this.getCouponCode());
        return coupon === null ? [] : coupons.promotionsOf(coupon).map((promotion) => promotion.ID);
    }

    isValid() {
        return !this.isBasedOnCampaign() || [APPLIED, NO_APPLICABLE_PROMOTION].includes(this.getStatusCode());
    }

    /** What a script put in itself is only applied or not. */
    getStatusCode() {
        const refusal = this.isBasedOnCampaign() ? coupons.refusal(this.getCouponCode(), this.owner) : null;
        return refusal || (this.isApplied() ? APPLIED : NO_APPLICABLE_PROMOTION);
    }

    toString() {
        return `[CouponLineItem code=${this.getCouponCode()}]`;
    }
}

module.exports = define(CouponLineItem, 'dw.order.CouponLineItem', {
    get: {
        UUID: true,
        couponCode: true,
        statusCode: true,
        priceAdjustments: true,
        promotion: true,
        promotionID: true,
        bonusDiscountLineItems: true
    },
    is: { applied: true, valid: true, basedOnCampaign: true },
    apart: ['priceAdjustments', 'promotion', 'bonusDiscountLineItems']
});
