'use strict';

const { manager } = require('../../internal/bean');
const changing = require('../../internal/changing');
const { applyClass } = require('../../internal/promotions/applyClass');
const offers = require('../../internal/promotions/offers');
const ArrayList = require('dw/util/ArrayList');
const CouponMgr = require('dw/campaign/CouponMgr');
const LineItemCtnr = require('dw/order/LineItemCtnr');
const PromotionMgr = require('dw/campaign/PromotionMgr');

function ofCoupon(code) {
    const coupon = CouponMgr.getCouponByCode(code);
    return coupon === null ? null : coupon.promotions.first;
}

/** What `PromotionMgr` took over, for scripts of before. */
class CampaignMgr {
    static getCampaignByID(id) {
        return PromotionMgr.getCampaign(id);
    }

    static getPromotionByID(id) {
        return PromotionMgr.getPromotion(id);
    }

    static getPromotion(couponCode) {
        return ofCoupon(couponCode);
    }

    static getPromotionByCouponCode(couponCode) {
        return ofCoupon(couponCode);
    }

    /** Active ones that discount a product, without coupons. */
    static getPromotions(product) {
        return new ArrayList(offers.active().filter((promotion) => !promotion.basedOnCoupons && promotion.discounts(product)));
    }

    /** Active ones for which a product has to be bought. */
    static getConditionalPromotions(product) {
        return new ArrayList(offers.active().filter((promotion) => promotion.isQualifiedBy(product)));
    }

    /** Those for the customer: with the coupons of a basket or an order, or without any; of a product those that discount it. */
    static getApplicablePromotions(of) {
        if (of === undefined || of === null || of instanceof LineItemCtnr) {
            return new ArrayList(offers.offered(of || null));
        }
        return new ArrayList(offers.offered(null).filter((promotion) => promotion.discounts(of)));
    }

    static getApplicableConditionalPromotions(product) {
        return new ArrayList(offers.offered(null).filter((promotion) => promotion.isQualifiedBy(product)));
    }

    static applyProductPromotions(container, promotions) {
        return applyClass('PRODUCT', container, promotions.toArray());
    }

    static applyOrderPromotions(container, promotions) {
        return applyClass('ORDER', container, promotions.toArray());
    }

    static applyShippingPromotions(container, promotions) {
        return applyClass('SHIPPING', container, promotions.toArray());
    }

    /** Presents come with products and orders: whether there are any. */
    static applyBonusPromotions(container) {
        return !container.bonusLineItems.empty;
    }
}

module.exports = manager(changing(CampaignMgr, ['applyBonusPromotions', 'applyOrderPromotions', 'applyProductPromotions', 'applyShippingPromotions']), 'dw.campaign.CampaignMgr', { applicablePromotions: true });
