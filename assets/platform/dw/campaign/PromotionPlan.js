'use strict';

const { held, define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');

/**
 * Asks of each promotion whether it concerns a product, or of a master one of its variants, for whose page all of that counts:
 * `(product) => (promotion, test) => whether test(promotion, member) holds for one of them`. Variants are read once, and only if
 * what a promotion says of the master isn't enough.
 */
function familyOf(product) {
    let variants = product.master ? null : [];
    return (promotion, test) => {
        if (test(promotion, product)) {
            return true;
        }
        variants = variants || product.variants.toArray();
        return variants.some((variant) => test(promotion, variant));
    };
}

const isQualified = (promotion, product) => promotion.isQualifiedBy(product);

/** Whether a promotion makes a product cheaper or gives it. */
function isMeant(promotion, product) {
    return (promotion.promotionClass === 'PRODUCT' && promotion.discounts(product)) || promotion.gives(product);
}

/** Promotions, in the order in which they are applied. */
class PromotionPlan {
    #promotions;

    constructor(promotions) {
        this.#promotions = promotions;
    }

    getPromotions() {
        return new ArrayList(this.#promotions);
    }

    #ofClass(name) {
        return new ArrayList(this.#promotions.filter((promotion) => promotion.promotionClass === name));
    }

    /** All of products; or those, of orders and of shipping too, for which a product qualifies, that discount it, or that give it. */
    getProductPromotions(product) {
        if (!product) {
            return this.#ofClass('PRODUCT');
        }
        const some = familyOf(product);
        return new ArrayList(this.#promotions.filter((promotion) => some(promotion, isQualified) || some(promotion, isMeant)));
    }

    /** Those that discount a product or give it. */
    getProductPromotionsForDiscountedProduct(product) {
        const some = familyOf(product);
        return new ArrayList(this.#promotions.filter((promotion) => some(promotion, isMeant)));
    }

    /** Those for which a product qualifies and that don't discount it. */
    getProductPromotionsForQualifyingProduct(product) {
        const some = familyOf(product);
        return new ArrayList(this.#promotions.filter((promotion) => some(promotion, isQualified) && !some(promotion, isMeant)));
    }

    #paidBy(list, entry, wanted) {
        const names = (promotion) => ((promotion[held].rule || {})[list] || {})[entry] || [];
        return new ArrayList(this.#promotions.filter((promotion) => names(promotion).includes(wanted)));
    }

    /** Those that need a method of payment. */
    getPaymentMethodPromotions(method) {
        return this.#paidBy('paymentMethods', 'methodId', method.ID);
    }

    /** Those that need a kind of card. */
    getPaymentCardPromotions(card) {
        return this.#paidBy('cardTypes', 'cardType', card.cardType);
    }

    removePromotion(promotion) {
        this.#promotions = this.#promotions.filter((other) => other.ID !== promotion.ID);
    }

    getOrderPromotions() {
        return this.#ofClass('ORDER');
    }

    getShippingPromotions() {
        return this.#ofClass('SHIPPING');
    }

    toString() {
        return `[PromotionPlan size=${this.#promotions.length}]`;
    }
}

module.exports = define(PromotionPlan, 'dw.campaign.PromotionPlan', {
    get: {
        promotions: true,
        productPromotions: true,
        orderPromotions: true,
        shippingPromotions: true
    },
    constants: { SORT_BY_EXCLUSIVITY: 1, SORT_BY_START_DATE: 2 }
});
