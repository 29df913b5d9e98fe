'use strict';

const { held, define } = require('../../internal/bean');
const { prorated } = require('../../internal/proration');
const { taxRate } = require('../../internal/totals');
const LineItem = require('dw/order/LineItem');

/** A discount that a promotion, or a script, put on a line, on shipping or on the whole order. */
class PriceAdjustment extends LineItem {
    /** Of a line, of goods or of shipping; of all goods or all shipping of the basket or order without one. */
    constructor(document, container, line = null) {
        super(document, container);
        Object.defineProperty(this, 'line', { value: line, enumerable: false });
    }

    getPromotionID() {
        return this[held].promotion;
    }

    getPromotion() {
        return require('dw/campaign/PromotionMgr').getPromotion(this[held].promotion);
    }

    /** That of its line, or of all that bear it together, unless it was reckoned. */
    usualTaxRate() {
        if (this.line !== null) {
            return this.line.taxRate;
        }
        const { related } = this[held];
        const isOfFreight = this.owner[held].shipping_adjustments.includes(this[held]);
        const bearing = this.owner.taxed(isOfFreight ? 'freight' : 'goods');
        return taxRate(bearing.filter((line) => related === undefined || related.includes(line.UUID)));
    }

    isBasedOnCoupon() {
        return Boolean(this[held].coupon);
    }

    getCouponLineItem() {
        return this[held].coupon ? this.owner.getCouponLineItem(this[held].coupon) : null;
    }

    getCampaign() {
        return this[held].campaign ? require('dw/campaign/PromotionMgr').getCampaign(this[held].campaign) : null;
    }

    getCampaignID() {
        const campaign = this.getCampaign();
        return campaign && campaign.ID;
    }

    isBasedOnCampaign() {
        return this.getCampaign() !== null;
    }

    /** Whether a script made it, not a promotion. */
    isCustom() {
        return Boolean(this[held].scripted);
    }

    getAppliedDiscount() {
        return this[held].discount ? require('../../internal/discounts').discountOf(this[held].discount, this.getPromotion(), this.getQuantity()) : null;
    }

    getCreatedBy() {
        return this[held].created_by || 'Customer';
    }

    getReasonCode() {
        const code = this[held].reason || null;
        return new (require('dw/value/EnumValue'))(code, code || '');
    }

    setReasonCode(code) {
        this[held].reason = code === null ? null : String(code);
    }

    /** Said of what a script made for somebody, as a user who edits an order. */
    setManual(isManual) {
        if (!this.isCustom()) {
            throw new Error(`The price adjustment of the promotion ${this.getPromotionID()} isn't a script's`);
        }
        this[held].manual = Boolean(isManual);
    }

    /** What each line bears of it; all of them together are the discount. Nothing for one of shipping. */
    getProratedPrices() {
        const prices = new (require('dw/util/LinkedHashMap'))();
        const found = prorated(this.owner).shares.find(([adjustment]) => adjustment.UUID === this.UUID);
        (found === undefined ? new Map() : found[1]).forEach((price, uuid) => prices.put(this.owner.lineOf(uuid), price));
        return prices;
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
        promotionID: true,
        promotion: true,
        couponLineItem: true,
        quantity: true,
        campaign: true,
        campaignID: true,
        appliedDiscount: true,
        reasonCode: true,
        createdBy: true,
        proratedPrices: true
    },
    is: {
        basedOnCoupon: true,
        basedOnCampaign: true,
        manual: true
    },
    apart: ['promotion', 'couponLineItem', 'campaign', 'appliedDiscount', 'proratedPrices']
});
