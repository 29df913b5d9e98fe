'use strict';

const { held, define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');

/** A product, and of a master its variants too, for whose page all of that counts. */
function family(product) {
    return product.master ? [product].concat(product.variants.toArray()) : [product];
}

function isQualified(promotion, product) {
    return family(product).some((each) => promotion.isQualifiedBy(each));
}

/** Whether a promotion makes a product cheaper or gives it. */
function isMeant(promotion, product) {
    const isOfProducts = promotion.promotionClass === 'PRODUCT';
    return family(product).some((each) => (isOfProducts && promotion.discounts(each)) || promotion.gives(each));
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
        const concerns = (promotion) => isQualified(promotion, product) || isMeant(promotion, product);
        return product ? new ArrayList(this.#promotions.filter(concerns)) : this.#ofClass('PRODUCT');
    }

    /** Those that discount a product or give it. */
    getProductPromotionsForDiscountedProduct(product) {
        return new ArrayList(this.#promotions.filter((promotion) => isMeant(promotion, product)));
    }

    /** Those for which a product qualifies and that don't discount it. */
    getProductPromotionsForQualifyingProduct(product) {
        return new ArrayList(this.#promotions.filter((promotion) => isQualified(promotion, product) && !isMeant(promotion, product)));
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
        promotions: (plan) => plan.getPromotions(),
        productPromotions: (plan) => plan.getProductPromotions(),
        orderPromotions: (plan) => plan.getOrderPromotions(),
        shippingPromotions: (plan) => plan.getShippingPromotions()
    },
    constants: { SORT_BY_EXCLUSIVITY: 1, SORT_BY_START_DATE: 2 }
});
