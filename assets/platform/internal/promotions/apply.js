'use strict';

const { held } = require('../bean');
const { keptOf } = require('../discounts');
const offers = require('./offers');

const isScripted = (document) => document.scripted === true;

function id() {
    return host.call('random.id', null);
}

function couponFor(promotion, basket) {
    const assignment = offers.assignmentFor(promotion, basket);
    const coupons = assignment === null ? [] : offers.qualifiersOf(assignment, 'coupons');
    return { campaign: assignment && assignment.campaign, coupon: offers.codesOf(coupons, basket)[0] || null };
}

function entry({ promotion, rule, amount, count, related }, scale, basket) {
    return Object.assign({
        uuid: id(), created: new Date().toISOString(), promotion: promotion.ID, text: promotion.name, custom: {},
        discount: keptOf(rule), quantity: count || 0, amount: String(-amount / scale)
    }, related && { related }, couponFor(promotion, basket));
}

/** The adjustment of a product that is a present: none of its price, so far. */
function presented(promotionID, name) {
    return { uuid: id(), created: new Date().toISOString(), promotion: promotionID, text: name, custom: {}, discount: null, quantity: 1, amount: '0' };
}

/** Takes away what promotions of before took off. */
function clear(basket) {
    const document = basket[held];
    document.lines.forEach((line) => {
        line.adjustments = line.adjustments.filter(isScripted);
        if (line.shipping) {
            line.shipping.adjustments = line.shipping.adjustments.filter(isScripted);
        }
    });
    document.adjustments = document.adjustments.filter(isScripted);
    document.shipping_adjustments = document.shipping_adjustments.filter(isScripted);
    [document.shipment].concat(document.shipments || []).forEach((shipment) => { shipment.adjustments = (shipment.adjustments || []).filter(isScripted); });
}

/** Whether there are so many pieces of a product in the shop to be given. */
function isGivable(product, count) {
    return product !== null && product.online && product.availabilityModel.isOrderable(count);
}

/** Presents that are given by themselves: what was given before and still is stays the same line. */
function give(basket, presents) {
    const wanted = new Map();
    presents.filter(({ rule }) => rule.bonus).forEach(({ promotion, rule, times, line }) => (rule.bonus.productId || []).forEach((product) => {
        const key = `${promotion.ID}|${product}`;
        const before = wanted.has(key) ? wanted.get(key).count : 0;
        wanted.set(key, { promotion, product, line, count: before + times });
    }));
    basket.getAllProductLineItems().toArray().filter((line) => line[held].given_by).forEach((line) => {
        const key = `${line[held].given_by}|${line.productID}`;
        const still = wanted.get(key);
        if (still && isGivable(line.product, still.count)) {
            line.setQuantityValue(still.count);
        } else {
            basket.removeProductLineItem(line);
        }
        wanted.delete(key);
    });
    wanted.forEach(({ promotion, product: sku, line, count }) => {
        const product = require('dw/catalog/ProductMgr').getProduct(sku);
        if (isGivable(product, count)) {
            basket.giveProduct(product, promotion.ID, line).setQuantityValue(count);
        }
    });
}

/** Presents to choose: what was chosen of an offer that stands stays. */
function offer(basket, presents) {
    const before = basket[held].bonus_discounts || [];
    const choices = presents.filter(({ rule }) => rule.bonusChoice).map(({ promotion, rule, times }) => {
        const { bonusProduct = [], bonusProductRule, maxBonusItems, productId = [] } = rule.bonusChoice;
        const listed = bonusProduct.concat(productId.map((id) => ({ productId: id })));
        const same = before.find((document) => document.promotion === promotion.ID);
        // The document of before stays, with what scripts wrote to it.
        return Object.assign(same || { uuid: id(), promotion: promotion.ID, custom: {} }, {
            coupon: couponFor(promotion, basket).coupon, max: (maxBonusItems || 1) * times, rule: bonusProductRule || null,
            products: listed.map(({ productId, bonusProductPrice }) => ({ product: productId, price: bonusProductPrice || 0 }))
        });
    });
    const stays = choices.map(({ uuid }) => uuid);
    basket[held].bonus_discounts = choices;
    basket[held].lines = basket[held].lines.filter((line) => !line.bonus_discount || stays.includes(line.bonus_discount));
}

/** What a present costs is its own price, less what makes it that of a present. */
function adjustPresents(basket, presents) {
    const lines = basket.getAllProductLineItems().toArray();
    presents.forEach(({ promotion, rule }) => {
        const choice = basket[held].bonus_discounts.find((each) => each.promotion === promotion.ID);
        const isOf = ({ [held]: document }) => document.given_by === promotion.ID || (choice !== undefined && document.bonus_discount === choice.uuid);
        lines.filter(isOf).forEach((line) => {
            const worth = line.bonusDiscountLineItem === null ? basket.money(0) : line.bonusDiscountLineItem.getBonusProductPrice(line.product);
            const amount = worth.multiply(line.quantityValue).subtract(line.price);
            line[held].adjustments.push(Object.assign(presented(promotion.ID, promotion.name), {
                discount: keptOf(rule), quantity: line.quantityValue, amount: amount.toNumberString()
            }, couponFor(promotion, basket)));
        });
    });
}

/** Writes into a basket what promotions give it, in place of what they gave before. */
function apply(basket, { grants, scale }) {
    clear(basket);
    grants.forEach((grant) => {
        const { kind, line, shipment } = grant;
        if (kind === 'line') {
            line[held].adjustments.push(entry(grant, scale, basket));
        } else if (kind === 'order') {
            basket[held].adjustments.push(entry(grant, scale, basket));
        } else if (kind === 'shipping') {
            shipment.standardShippingLineItem.adjustments().push(entry(grant, scale, basket));
        } else if (kind === 'freight' && line.shippingLineItem !== null) {
            const kept = Math.round((grant.rule.fixedPriceShipping || 0) * scale);
            const amount = Math.max(0, Math.round(line.shippingLineItem.adjustedPrice.value * scale) - kept);
            line[held].shipping.adjustments.push(entry(Object.assign({}, grant, { amount }), scale, basket));
        }
    });
    const presents = grants.filter(({ kind }) => kind === 'present');
    give(basket, presents);
    offer(basket, presents);
    adjustPresents(basket, presents);
}

module.exports = { apply, presented };
