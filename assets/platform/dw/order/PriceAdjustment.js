'use strict';

const { held, define } = require('../../internal/bean');
const LineItem = require('dw/order/LineItem');

/** A discount that a promotion, or a script, put on a line, on shipping or on the whole order. */
class PriceAdjustment extends LineItem {
    getPromotionID() {
        return this[held].promotion;
    }

    getPromotion() {
        return require('dw/campaign/PromotionMgr').getPromotion(this[held].promotion);
    }

    isBasedOnCoupon() {
        return Boolean(this[held].coupon);
    }

    getCouponLineItem() {
        return this[held].coupon ? this.owner.getCouponLineItem(this[held].coupon) : null;
    }

    isManual() {
        return Boolean(this[held].manual);
    }

    getQuantity() {
        return this[held].quantity || 0;
    }
}

module.exports = define(PriceAdjustment, 'dw.order.PriceAdjustment', {
    get: {
        promotionID: (adjustment) => adjustment.getPromotionID(),
        promotion: (adjustment) => adjustment.getPromotion(),
        couponLineItem: (adjustment) => adjustment.getCouponLineItem(),
        quantity: (adjustment) => adjustment.getQuantity()
    },
    is: {
        basedOnCoupon: (adjustment) => adjustment.isBasedOnCoupon(),
        manual: (adjustment) => adjustment.isManual()
    },
    apart: ['promotion', 'couponLineItem']
});
