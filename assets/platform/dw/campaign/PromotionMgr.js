'use strict';

const { held, manager } = require('../../internal/bean');
const { discountOf } = require('../../internal/discounts');
const DiscountPlan = require('dw/campaign/DiscountPlan');
const Promotion = require('dw/campaign/Promotion');
const PromotionPlan = require('dw/campaign/PromotionPlan');
const CatalogMgr = require('dw/catalog/CatalogMgr');

let promotions = null;

function all() {
    promotions = promotions || host.call('catalog.promotions', null).map((document) => new Promotion(document));
    return promotions;
}

function inCategory(product, id) {
    const category = CatalogMgr.getCategory(id);
    return category !== null && product.isAssignedToCategory(category);
}

function concerns(promotion, product) {
    const { category, product: id } = promotion[held];
    if (id) {
        return product.ID === id || product.masterProduct.ID === id;
    }
    return !category || inCategory(product, category);
}

/** A coupon promotion needs its code in the basket. */
function unlocked(promotion, basket) {
    return !promotion.basedOnCoupons || basket.getCouponLineItem(promotion[held].coupon) !== null;
}

function reached(promotion, total) {
    const { threshold } = promotion[held];
    return threshold === undefined || total.compareTo(total.newMoney(threshold)) >= 0;
}

/** A line's own discount: the better one of two product promotions. */
function lineDiscounts(basket) {
    const candidates = all().filter((promotion) => promotion.promotionClass === 'PRODUCT' && unlocked(promotion, basket));
    const found = [];
    for (const line of basket.productLineItems) {
        const best = bestOf(candidates, line, basket);
        if (best) {
            found.push({ line, promotion: best.promotion, amount: best.amount });
        }
    }
    return found;
}

function bestOf(candidates, line, basket) {
    const fitting = candidates.filter((promotion) => line.product && concerns(promotion, line.product)
        && enough(promotion, basket));
    const offers = fitting.map((promotion) => ({ promotion, amount: discountOf(promotion[held]).of(line.price) }));
    return offers.reduce((best, offer) => (!best || offer.amount.compareTo(best.amount) > 0 ? offer : best), null);
}

function enough(promotion, basket) {
    const least = promotion[held].quantity || 1;
    const lines = basket.productLineItems.toArray().filter((line) => line.product && concerns(promotion, line.product));
    return lines.reduce((sum, line) => sum + line.quantityValue, 0) >= least;
}

function kindOf({ percent, amount, fixed }) {
    return { percent, amount, fixed };
}

function entry(promotion, amount, basket) {
    const coupon = promotion[held].coupon && basket.getCouponLineItem(promotion[held].coupon);
    return {
        uuid: host.call('random.id', null), promotion: promotion.ID, text: promotion.name, manual: false, custom: {},
        coupon: coupon ? coupon.couponCode : null, discount: kindOf(promotion[held]), amount: amount.multiply(-1).toNumberString()
    };
}

function withoutPromotions(adjustments) {
    return adjustments.filter((adjustment) => adjustment.manual);
}

function applyToLines(basket, discounts) {
    basket[held].lines.forEach((line) => { line.adjustments = withoutPromotions(line.adjustments); });
    for (const { line, promotion, amount } of discounts) {
        line[held].adjustments.push(entry(promotion, amount, basket));
    }
}

function applyToOrder(basket) {
    basket[held].adjustments = withoutPromotions(basket[held].adjustments);
    for (const promotion of all()) {
        const total = basket.getAdjustedMerchandizeTotalPrice();
        if (promotion.promotionClass === 'ORDER' && unlocked(promotion, basket) && reached(promotion, total)) {
            basket[held].adjustments.push(entry(promotion, discountOf(promotion[held]).of(total), basket));
        }
    }
}

function applyToShipping(basket) {
    basket[held].shipping_adjustments = withoutPromotions(basket[held].shipping_adjustments);
    for (const promotion of all()) {
        const open = basket.adjustedShippingTotalPrice;
        const fits = promotion.promotionClass === 'SHIPPING' && unlocked(promotion, basket)
            && reached(promotion, basket.adjustedMerchandizeTotalPrice);
        if (fits && open.value > 0) {
            basket[held].shipping_adjustments.push(entry(promotion, discountOf(promotion[held]).of(open), basket));
        }
    }
}

/** The running promotions, and what they take off a basket. */
class PromotionMgr {
    static getActivePromotions() {
        return new PromotionPlan(all());
    }

    static getActiveCustomerPromotions() {
        return new PromotionPlan(all());
    }

    static getPromotion(id) {
        return all().find((promotion) => promotion.ID === id) || null;
    }

    static getDiscounts(basket) {
        const others = all().filter((promotion) => promotion.promotionClass !== 'PRODUCT' && unlocked(promotion, basket));
        return new DiscountPlan(basket, lineDiscounts(basket), others);
    }

    /** Takes a basket, or a plan for one: discounts lines first, then the order, then shipping. */
    static applyDiscounts(target) {
        const plan = target instanceof DiscountPlan ? target : PromotionMgr.getDiscounts(target);
        const basket = plan.lineItemCtnr;
        applyToLines(basket, plan.discounts());
        applyToOrder(basket);
        applyToShipping(basket);
    }

    /** Whether a product promotion is about a product. */
    static concerns(promotion, product) {
        return concerns(promotion, product);
    }

    static couponCodes() {
        return all().filter((promotion) => promotion.basedOnCoupons).map((promotion) => promotion[held].coupon);
    }
}

module.exports = manager(PromotionMgr, 'dw.campaign.PromotionMgr', {
    activePromotions: () => PromotionMgr.getActivePromotions(),
    activeCustomerPromotions: () => PromotionMgr.getActiveCustomerPromotions()
});
