'use strict';

const { define } = require('../../internal/bean');

const promotions = new WeakMap();
const grants = new WeakMap();

/** What a promotion gives. */
class Discount {
    constructor(promotion) {
        promotions.set(this, promotion || null);
    }

    /** Says for how many pieces it is given, and which of its promotion's tiers it is, the highest one 0. */
    granted(quantity, tier) {
        grants.set(this, { quantity, tier });
        return this;
    }

    #grant() {
        return grants.get(this) || { quantity: 0, tier: null };
    }

    getPromotion() {
        return promotions.get(this);
    }

    /** One of the constants `TYPE_…`, by the class. */
    getType() {
        return this.constructor.TYPE;
    }

    getQuantity() {
        return this.#grant().quantity || 0;
    }

    /** Whether it has a tier for each piece: discounts of products that aren't presents. */
    #isOfPieces() {
        const promotion = this.getPromotion();
        return promotion !== null && promotion.promotionClass === 'PRODUCT' && !this.constructor.TYPE.startsWith('BONUS');
    }

    getPromotionTier() {
        return this.#isOfPieces() ? null : this.#grant().tier;
    }

    /** The tier by the number of the piece, from 1 on. */
    getItemPromotionTiers() {
        const tiers = new (require('dw/util/LinkedHashMap'))();
        const { quantity, tier } = this.#grant();
        for (let piece = 1; tier !== null && this.#isOfPieces() && piece <= quantity; piece += 1) {
            tiers.put(piece, tier);
        }
        return tiers;
    }
}

module.exports = define(Discount, 'dw.campaign.Discount', {
    get: {
        promotion: true,
        type: true,
        quantity: true,
        promotionTier: true,
        itemPromotionTiers: true
    },
    constants: {
        TYPE_AMOUNT: 'AMOUNT', TYPE_BONUS: 'BONUS', TYPE_BONUS_CHOICE: 'BONUS_CHOICE', TYPE_FIXED_PRICE: 'FIXED_PRICE',
        TYPE_FIXED_PRICE_SHIPPING: 'FIXED_PRICE_SHIPPING', TYPE_FREE: 'FREE', TYPE_FREE_SHIPPING: 'FREE_SHIPPING', TYPE_PERCENTAGE: 'PERCENTAGE',
        TYPE_PERCENTAGE_OFF_OPTIONS: 'PERCENTAGE_OFF_OPTIONS', TYPE_PRICEBOOK_PRICE: 'PRICE_BOOK_PRICE', TYPE_TOTAL_FIXED_PRICE: 'TOTAL_FIXED_PRICE'
    },
    apart: ['promotion', 'promotionTier', 'itemPromotionTiers']
});
