'use strict';

const { discountOf } = require('../discounts');
const { Reckoning } = require('./reckoning');
const { ofOrder, ofShipment } = require('./ofOrders');
const { ofProducts } = require('./ofProducts');

/**
 * What promotions give a basket: `{ grants, near, scale }`. A grant is `{ kind, promotion, rule, discount, amount, … }`, where
 * `kind` is `line` (with `line` and `count`), `order`, `shipping` (with `shipment`), `freight` (a line's own shipping) or
 * `present` (with `times`); `rule` is the rule's discount and `discount` the one that scripts get. `near` are discounts that
 * the basket hasn't reached yet.
 */
function grantsFor(basket, promotions) {
    const reckoning = new Reckoning(basket);
    const grants = [];
    const near = [];
    const ofClass = (name) => promotions.filter((promotion) => promotion.promotionClass === name);
    const grant = (promotion, kind, { discount, count, amount, times }, place) => {
        grants.push(Object.assign({ kind, promotion, rule: discount, discount: discountOf(discount, promotion, count || times), count, amount, times }, place));
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
