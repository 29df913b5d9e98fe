'use strict';

const { held, define } = require('../../internal/bean');
const { isGiven, matches } = require('../../internal/promotions/matching');
const ArrayList = require('dw/util/ArrayList');
const products = require('../../internal/products');

/** A product, and the master that it is a variant of. */
function kinOf(product) {
    return [product].concat(product.variant ? [product.masterProduct] : []).filter(Boolean);
}

/** That a promotion lets a visitor choose products. */
class BonusDiscountLineItem {
    constructor(document, container) {
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'owner', { value: container, enumerable: false });
    }

    getPromotionID() {
        return this[held].promotion;
    }

    getPromotion() {
        return require('dw/campaign/PromotionMgr').getPromotion(this[held].promotion);
    }

    getMaxBonusItems() {
        return this[held].max;
    }

    isBonusChoiceRuleBased() {
        return Boolean(this[held].rule);
    }

    getBonusProducts() {
        return new ArrayList(this[held].products.map(({ product }) => products.product(product)).filter(Boolean));
    }

    /** Whether it may be chosen: one that the rule means, one of the list, or a variant of one of those. */
    isGiven(product) {
        const { rule, products: listed } = this[held];
        return kinOf(product).some((each) => listed.some((it) => it.product === each.ID) || (isGiven(rule) && matches(rule, each)));
    }

    /** What was chosen so far. */
    getBonusProductLineItems() {
        return new ArrayList(this.owner.getAllProductLineItems().toArray().filter((line) => line[held].bonus_discount === this[held].uuid));
    }

    getBonusProductPrice(product) {
        const [found] = kinOf(product).map((kin) => this[held].products.find((each) => each.product === kin.ID)).filter(Boolean);
        return this.owner.money(found && found.price !== undefined ? found.price : 0);
    }

    getCouponLineItem() {
        return this[held].coupon ? this.owner.getCouponLineItem(this[held].coupon) : null;
    }

    toString() {
        return `[BonusDiscountLineItem promotion=${this.getPromotionID()}]`;
    }
}

module.exports = define(BonusDiscountLineItem, 'dw.order.BonusDiscountLineItem', {
    get: {
        promotionID: true,
        promotion: true,
        maxBonusItems: true,
        bonusProducts: true,
        bonusProductLineItems: true,
        couponLineItem: true,
        custom: true
    },
    is: { bonusChoiceRuleBased: true },
    apart: ['promotion', 'bonusProducts', 'couponLineItem']
});
