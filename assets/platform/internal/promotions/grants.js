'use strict';

const { held } = require('../bean');
const { discountOf } = require('../discounts');
const offers = require('./offers');
const { Reckoning } = require('./reckoning');
const { ofOrder, ofShipment } = require('./ofOrders');
const { ofProducts } = require('./ofProducts');

/** What a promotion of a class would give if it were alone. */
const FOUND = {
    PRODUCT: ofProducts,
    ORDER: (promotion, reckoning) => [ofOrder(promotion, reckoning)],
    SHIPPING: (promotion, reckoning) => reckoning.shipments.map((shipment) => ofShipment(promotion, shipment, reckoning))
};

/** The discounts by which a promotion is ranked: of several tiers those that the basket reaches, if it does. */
function reached(promotion, found, reckoning) {
    const all = offers.discountsOf(promotion[held].rule);
    const own = all.length > 1 ? found(promotion, reckoning).map((each) => each && each.discount).filter(Boolean) : [];
    return own.length > 0 ? own : all;
}

/**
 * What promotions give a basket: `{ grants, near, scale }`. A grant is `{ kind, promotion, rule, discount, amount, … }`, where
 * `kind` is `line` (with `line`, `count` and the `uuid`s of `related` lines), `order` (with these), `shipping` (with `shipment`), `freight` (a line's own shipping) or
 * `present` (with `times`); `rule` is the rule's discount and `discount` the one that scripts get. `near` are discounts that
 * the basket hasn't reached yet.
 */
function grantsFor(basket, promotions) {
    const reckoning = new Reckoning(basket);
    const grants = [];
    const near = [];
    const ofClass = (name) => {
        const own = promotions.filter((promotion) => promotion.promotionClass === name);
        return offers.sorted(own, (promotion) => reached(promotion, FOUND[name], reckoning));
    };
    const grant = (promotion, kind, { discount, count, amount, times, related }, place) => {
        const made = { kind, promotion, rule: discount, discount: discountOf(discount, promotion, count || times), count, amount, times };
        grants.push(Object.assign(made, related && { related: related.map(({ line }) => line.UUID) }, place));
    };
    ofClass('PRODUCT').forEach((promotion) => {
        ofProducts(promotion, reckoning).filter((it) => it.isPresent || it.isShipping || it.amount > 0).forEach((it) => {
            grant(promotion, it.isPresent ? 'present' : it.isShipping ? 'freight' : 'line', it, { line: it.item && it.item.line });
            (it.item && !it.isPresent ? [it.item] : []).concat((it.bought || []).map(({ item }) => item)).forEach((item) => item.applied.push(promotion));
            if (it.item) {
                it.item.taken += it.amount || 0;
            }
        });
    });
    ofClass('ORDER').forEach((promotion) => {
        const found = ofOrder(promotion, reckoning);
        note(near, promotion, found, null);
        if (found !== null && (found.isPresent || found.amount > 0)) {
            grant(promotion, found.isPresent ? 'present' : 'order', found, {});
            reckoning.order.taken += found.amount || 0;
            reckoning.order.applied.push(promotion);
        }
    });
    ofClass('SHIPPING').forEach((promotion) => reckoning.shipments.forEach((shipment) => {
        const found = ofShipment(promotion, shipment, reckoning);
        note(near, promotion, found, shipment.shipment);
        if (found !== null && found.amount > 0) {
            grant(promotion, 'shipping', found, { shipment: shipment.shipment });
            shipment.taken += found.amount;
            shipment.applied.push(promotion);
        }
    }));
    return { grants, near, scale: reckoning.scale };
}

function note(near, promotion, found, shipment) {
    if (found !== null && found.missing) {
        const { discount, total } = found.missing;
        near.push({ promotion, shipment, discount: discountOf(discount, promotion), threshold: discount.threshold, total });
    }
}

module.exports = { grantsFor };
