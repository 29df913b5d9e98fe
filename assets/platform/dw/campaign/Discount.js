'use strict';

const { define } = require('../../internal/bean');

const promotions = new WeakMap();
const grants = new WeakMap();

/** What a promotion gives. */
class Discount {
    constructor(promotion) {
        promotions.set(this, promotion || null);
    }

    /** Says for how many pieces it is given, and from which threshold on. */
    granted(quantity, tier) {
        grants.set(this, { quantity, tier });
        return this;
    }

    getPromotion() {
        return promotions.get(this);
    }

    /** One of the constants `TYPE_…`, by the class. */
    getType() {
        return this.constructor.TYPE;
    }

    getQuantity() {
        return (grants.get(this) || {}).quantity || 0;
    }

    getPromotionTier() {
        return (grants.get(this) || {}).tier || null;
    }
}

module.exports = define(Discount, 'dw.campaign.Discount', {
    get: {
        promotion: (discount) => discount.getPromotion(),
        type: (discount) => discount.getType(),
        quantity: (discount) => discount.getQuantity(),
        promotionTier: (discount) => discount.getPromotionTier()
    },
    constants: {
        TYPE_AMOUNT: 'AMOUNT', TYPE_BONUS: 'BONUS', TYPE_BONUS_CHOICE: 'BONUS_CHOICE', TYPE_FIXED_PRICE: 'FIXED_PRICE',
        TYPE_FIXED_PRICE_SHIPPING: 'FIXED_PRICE_SHIPPING', TYPE_FREE: 'FREE', TYPE_FREE_SHIPPING: 'FREE_SHIPPING', TYPE_PERCENTAGE: 'PERCENTAGE',
        TYPE_PERCENTAGE_OFF_OPTIONS: 'PERCENTAGE_OFF_OPTIONS', TYPE_PRICEBOOK_PRICE: 'PRICE_BOOK_PRICE', TYPE_TOTAL_FIXED_PRICE: 'TOTAL_FIXED_PRICE'
    },
    apart: ['promotion', 'promotionTier']
});
