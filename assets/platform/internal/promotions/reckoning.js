'use strict';

const { held } = require('../bean');
const { taken } = require('../discounts');

const isScripted = (adjustment) => adjustment.isCustom();

/** A list of adjustments without those of promotions, as a sum. */
function scripted(adjustments) {
    return adjustments.toArray().filter(isScripted).reduce((sum, adjustment) => sum + adjustment.price.value, 0);
}

/**
 * A basket while promotions are reckoned: what its lines cost without any, and what has been taken off so far. All
 * amounts are whole numbers of the currency's smallest unit.
 */
class Reckoning {
    constructor(basket) {
        const digits = require('dw/util/Currency').getCurrency(basket.currencyCode).defaultFractionDigits;
        this.basket = basket;
        this.scale = 10 ** digits;
        this.items = basket.getAllProductLineItems().toArray().filter((line) => !line.bundledProductLineItem).map((line) => this.#item(line));
        this.order = { price: this.minor(scripted(basket.priceAdjustments)), taken: 0, applied: [] };
        this.shipments = basket.shipments.toArray().map((shipment) => this.#shipment(shipment));
    }

    minor(amount) {
        return Math.round(amount * this.scale);
    }

    #item(line) {
        const owner = line.parent || line;
        return {
            line,
            owner,
            product: owner.product,
            quantity: line.quantityValue,
            price: this.minor(line.price.value + scripted(line.priceAdjustments)),
            taken: 0,
            applied: [],
            isGoods: !line.optionProductLineItem && !line.bonusProductLineItem && owner.product !== null && line.quantityValue > 0
        };
    }

    #shipment(shipment) {
        const line = shipment.standardShippingLineItem;
        const price = line === null ? 0 : this.minor(line.price.value + scripted(line.shippingPriceAdjustments));
        return { shipment, line, price, taken: 0, applied: [] };
    }

    /** What a discount takes off `count` pieces of an item. */
    off(discount, item, count) {
        const price = ((item.price - item.taken) * count) / item.quantity;
        return taken(discount, { price, count, product: item.product, minor: (amount) => this.minor(amount) });
    }

    /** The goods that a promotion may look at: those that neither it nor the shop excludes. */
    goodsOf(promotion) {
        const { excludeDiscountedProducts } = promotion[held].rule;
        const isOut = (item) => promotion.excludes(item.product) || (excludeDiscountedProducts && item.taken > 0);
        return this.items.filter((item) => item.isGoods && !isOut(item));
    }

    /** What counts to a promotion of the whole order: items, with their options that aren't excluded. */
    counted(items, promotion) {
        const owners = items.map((item) => item.line);
        return this.items.filter(({ owner, line }) => owners.includes(owner) && !(line.optionProductLineItem && promotion.excludesOption(line.optionID)));
    }

    /** What all of that costs, after the discounts of lines. */
    worth(items, promotion) {
        return this.counted(items, promotion).reduce((sum, item) => sum + item.price - item.taken, 0);
    }

    /** Which part of what lines cost is left after the discounts of the whole order, which all of them bear alike. */
    left() {
        const total = this.items.reduce((sum, item) => sum + item.price - item.taken, 0);
        return total === 0 ? 0 : Math.max(0, total + this.order.price - this.order.taken) / total;
    }
}

/** Whether promotions that were applied to the same leave room for another one. */
function isOpen(promotion, applied) {
    return applied.every((other) => other === promotion || !promotion.clashesWith(other, true));
}

module.exports = { Reckoning, isOpen };
