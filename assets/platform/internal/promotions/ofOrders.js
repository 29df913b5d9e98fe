'use strict';

const { held } = require('../bean');
const { isOpen } = require('./reckoning');
const { isGiven } = require('./matching');
const { Pile, count, constraintsOf, pick } = require('./pieces');
const { tier } = require('./ofProducts');

/** What a promotion asks of goods: `{ discount, missing }`, where `missing` is the next tier that isn't reached, with what there is. */
function reached(promotion, goods, reckoning) {
    const { rule } = promotion[held];
    const combination = constraintsOf(rule.qualifyingProductsCombination);
    if (combination && new Pile(goods).takeCombination(combination, goods) === null) {
        return { discount: null, missing: null };
    }
    const qualifying = pick(rule.qualifyingProducts, goods);
    if (!rule.discounts) {
        return { discount: qualifying.length > 0 && rule.simpleDiscount ? rule.simpleDiscount : null, missing: null };
    }
    const { conditionType, discount: tiers } = rule.discounts;
    const isCount = conditionType === 'product-quantity';
    const measure = isCount ? count(qualifying) : Math.round(reckoning.worth(qualifying, promotion) * reckoning.left()) / reckoning.scale;
    const discount = qualifying.length === 0 ? null : tier(tiers, measure);
    const above = isCount ? [] : (tiers || []).filter(({ threshold }) => threshold > measure);
    const next = above.reduce((best, it) => (best === null || it.threshold < best.threshold ? it : best), null);
    return { discount, missing: next && isNear(rule, next.threshold, measure) ? { discount: next, total: measure } : null };
}

/** Only what is near enough is told, as the rule says. */
function isNear({ enableUpsells, upsellThreshold, upsellThresholdType }, threshold, measure) {
    const isPercent = String(upsellThresholdType || '').toLowerCase().includes('percent');
    const reach = isPercent ? (threshold * (upsellThreshold || 0)) / 100 : upsellThreshold || 0;
    return Boolean(enableUpsells) && threshold - measure <= reach;
}

function isPaidBy({ paymentMethods, cardTypes }, basket) {
    const methods = (paymentMethods && paymentMethods.methodId) || [];
    const cards = (cardTypes && cardTypes.cardType) || [];
    const instruments = basket.paymentInstruments.toArray();
    const names = [].concat(...instruments.map((it) => [it.paymentMethod, `${it.paymentMethod}.${it.creditCardType}`]));
    return (methods.length === 0 || methods.some((id) => names.includes(id)))
        && (cards.length === 0 || instruments.some((it) => cards.includes(it.creditCardType)));
}

function capped(rule, amount, reckoning) {
    return rule.discountLimit > 0 ? Math.min(amount, reckoning.minor(rule.discountLimit)) : amount;
}

/** What a promotion of orders gives now: `{ discount, amount, related }`, where `related` bear it, `missing` if it is near; null for nothing. */
function ofOrder(promotion, reckoning) {
    const { rule } = promotion[held];
    const isBlocked = ({ applied }) => applied.some((other) => promotion.clashesWith(other, false));
    const goods = reckoning.goodsOf(promotion).filter((item) => !isBlocked(item));
    if (!isOpen(promotion, reckoning.order.applied) || !isPaidBy(rule, reckoning.basket)) {
        return null;
    }
    const { discount, missing } = reached(promotion, goods, reckoning);
    if (discount === null || discount.bonus || discount.bonusChoice) {
        return { discount, missing, times: discount === null ? 0 : 1, isPresent: discount !== null };
    }
    const targets = rule.discountOnlyQualifyingProducts ? pick(rule.qualifyingProducts, goods) : goods;
    const base = { price: reckoning.worth(targets, promotion) * reckoning.left(), taken: 0, quantity: 1 };
    const related = reckoning.counted(targets, promotion);
    return { discount, missing, related, amount: capped(rule, reckoning.off(discount, base, 1), reckoning) };
}

/** What a promotion of shipping gives a shipment now, in the same form. It may be near while another way to ship is chosen. */
function ofShipment(promotion, shipment, reckoning) {
    const { rule } = promotion[held];
    const own = ({ line }) => line.shipment.UUID === shipment.shipment.UUID;
    const all = reckoning.items.filter((item) => item.isGoods && own(item));
    const goods = reckoning.goodsOf(promotion).filter(own);
    const ids = (rule.shippingMethods && rule.shippingMethods.methodId) || [];
    const isOfMethod = ids.length === 0 || ids.includes(shipment.shipment.shippingMethodID);
    // Unless a rule with qualifying products says otherwise, nothing else may be in the shipment.
    const isMixed = rule.prohibitNonqualifyingProducts !== false && isGiven(rule.qualifyingProducts) && pick(rule.qualifyingProducts, goods).length < all.length;
    const isBlocked = reckoning.order.applied.some((other) => promotion.clashesWith(other, false));
    if (shipment.line === null || isMixed || isBlocked || !isOpen(promotion, shipment.applied) || !isPaidBy(rule, reckoning.basket)) {
        return null;
    }
    const { discount, missing } = reached(promotion, goods, reckoning);
    if (discount === null || !isOfMethod) {
        return { discount: null, missing };
    }
    return { discount, missing, amount: capped(rule, reckoning.off(discount, { price: shipment.price, taken: shipment.taken, quantity: 1 }, 1), reckoning) };
}

module.exports = { ofOrder, ofShipment };
