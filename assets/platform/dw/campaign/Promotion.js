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

    /** What one piece of a product costs with this promotion alone; not available if it is of another class. */
    getPromotionalPrice(product) {
        const { price } = product.priceModel;
        if (this.getPromotionClass() !== 'PRODUCT' || !price.available) {
            return require('dw/value/Money').NOT_AVAILABLE;
        }
        return price.subtract(require('../../internal/discounts').discountOf(this[held], this).of(price));
    }

    getDescription() {
        return this.getCalloutMsg();
    }

    /** Nothing: the shop's promotions belong to no campaign. */
    getCampaign() {
        return null;
    }

    #date(name) {
        return this[held][name] ? new Date(this[held][name]) : null;
    }

    getStartDate() {
        return this.#date('startDate');
    }

    getEndDate() {
        return this.#date('endDate');
    }

    getImage() {
        return this[held].image ? require('../../internal/media').imageOf(this[held].image) : null;
    }

    isBasedOnCustomerGroups() {
        return (this[held].customerGroups || []).length > 0;
    }

    isBasedOnSourceCodes() {
        return (this[held].sourceCodes || []).length > 0;
    }

    getExclusivity() {
        return this[held].exclusivity || 'NO';
    }

    getTags() {
        return this[held].tags || [];
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
        details: (promotion) => promotion.getDetails(),
        description: (promotion) => promotion.getDescription(),
        startDate: (promotion) => promotion.getStartDate(),
        endDate: (promotion) => promotion.getEndDate(),
        campaign: (promotion) => promotion.getCampaign(),
        image: (promotion) => promotion.getImage(),
        exclusivity: (promotion) => promotion.getExclusivity(),
        tags: (promotion) => promotion.getTags(),
        rank: (promotion) => promotion.getRank(),
        custom: (promotion) => promotion.getCustom()
    },
    is: {
        active: (promotion) => promotion.isActive(),
        enabled: (promotion) => promotion.isEnabled(),
        basedOnCoupons: (promotion) => promotion.isBasedOnCoupons(),
        basedOnCustomerGroups: (promotion) => promotion.isBasedOnCustomerGroups(),
        basedOnSourceCodes: (promotion) => promotion.isBasedOnSourceCodes()
    },
    constants: CLASSES
});
