'use strict';

const { held, define } = require('../../internal/bean');
const { CustomAttributes } = require('../../internal/attributes');
const ArrayList = require('dw/util/ArrayList');
const MarkupText = require('dw/content/MarkupText');

const CLASSES = { PROMOTION_CLASS_PRODUCT: 'PRODUCT', PROMOTION_CLASS_ORDER: 'ORDER', PROMOTION_CLASS_SHIPPING: 'SHIPPING' };

/** A reason to pay less. */
class Promotion {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getName() {
        return require('dw/web/Resource').msg(`promotion.${this[held].id}`, 'promotions', this[held].name);
    }

    getCalloutMsg() {
        return new MarkupText(this.getName());
    }

    getDetails() {
        return this.getCalloutMsg();
    }

    getPromotionClass() {
        return this[held].class.toUpperCase();
    }

    getRank() {
        return this[held].rank || 0;
    }

    isBasedOnCoupons() {
        return Boolean(this[held].coupon);
    }

    isActive() {
        return true;
    }

    isEnabled() {
        return true;
    }

    getCouponCodes() {
        return new ArrayList(this[held].coupon ? [this[held].coupon] : []);
    }

    getCustom() {
        return new CustomAttributes(this[held].custom);
    }

    toString() {
        return `[Promotion id=${this.getID()}]`;
    }
}

module.exports = define(Promotion, 'dw.campaign.Promotion', {
    get: {
        ID: (promotion) => promotion.getID(),
        name: (promotion) => promotion.getName(),
        calloutMsg: (promotion) => promotion.getCalloutMsg(),
        promotionClass: (promotion) => promotion.getPromotionClass(),
        rank: (promotion) => promotion.getRank(),
        custom: (promotion) => promotion.getCustom()
    },
    is: {
        active: (promotion) => promotion.isActive(),
        enabled: (promotion) => promotion.isEnabled(),
        basedOnCoupons: (promotion) => promotion.isBasedOnCoupons()
    },
    constants: CLASSES
});
