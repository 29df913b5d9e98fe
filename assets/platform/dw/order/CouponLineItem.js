'use strict';

const { held, define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');

const APPLIED = 'APPLIED';
const NO_APPLICABLE_PROMOTION = 'NO_APPLICABLE_PROMOTION';

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
        return require('dw/campaign/PromotionMgr').couponCodes().includes(this.getCouponCode());
    }

    getBonusDiscountLineItems() {
        return new ArrayList(this.owner.getBonusDiscountLineItems().toArray().filter((item) => item.couponLineItem && item.couponLineItem.UUID === this.getUUID()));
    }

    /** A script's own discount is one of this coupon. */
    associatePriceAdjustment(adjustment) {
        adjustment[held].coupon = this.getCouponCode();
    }

    isApplied() {
        return this.getPriceAdjustments().length > 0;
    }

    isValid() {
        return true;
    }

    getStatusCode() {
        return this.isApplied() ? APPLIED : NO_APPLICABLE_PROMOTION;
    }

    toString() {
        return `[CouponLineItem code=${this.getCouponCode()}]`;
    }
}

module.exports = define(CouponLineItem, 'dw.order.CouponLineItem', {
    get: {
        UUID: (line) => line.getUUID(),
        couponCode: (line) => line.getCouponCode(),
        statusCode: (line) => line.getStatusCode(),
        priceAdjustments: (line) => line.getPriceAdjustments(),
        promotion: (line) => line.getPromotion(),
        promotionID: (line) => line.getPromotionID(),
        bonusDiscountLineItems: (line) => line.getBonusDiscountLineItems()
    },
    is: { applied: (line) => line.isApplied(), valid: (line) => line.isValid(), basedOnCampaign: (line) => line.isBasedOnCampaign() },
    apart: ['priceAdjustments', 'promotion', 'bonusDiscountLineItems']
});
