'use strict';

const { define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const ApproachingDiscount = require('dw/campaign/ApproachingDiscount');

/** What promotions give a basket, before it is applied: see `internal/promotions/grants`. */
class DiscountPlan {
    #basket;
    #given;

    constructor(basket, given) {
        this.#basket = basket;
        this.#given = given;
    }

    getLineItemCtnr() {
        return this.#basket;
    }

    given() {
        return this.#given;
    }

    #discounts(isWanted) {
        return new ArrayList(this.#given.grants.filter(isWanted).map(({ discount }) => discount));
    }

    #approaching(isWanted) {
        const money = (amount) => this.#basket.money(amount);
        return new ArrayList(this.#given.near.filter(isWanted).map(({ discount, threshold, total }) => (
            new ApproachingDiscount(discount, money(threshold), money(total))
        )));
    }

    getProductDiscounts(line) {
        return this.#discounts((grant) => grant.kind === 'line' && grant.line.UUID === line.UUID);
    }

    getProductShippingDiscounts(line) {
        return this.#discounts((grant) => grant.kind === 'freight' && grant.line.UUID === line.UUID);
    }

    getOrderDiscounts() {
        return this.#discounts(({ kind }) => kind === 'order');
    }

    getShippingDiscounts(shipment) {
        return this.#discounts((grant) => grant.kind === 'shipping' && grant.shipment.UUID === shipment.UUID);
    }

    getBonusDiscounts() {
        return this.#discounts(({ kind }) => kind === 'present');
    }

    getApproachingOrderDiscounts() {
        return this.#approaching(({ shipment }) => shipment === null);
    }

    getApproachingShippingDiscounts(shipment) {
        return this.#approaching((near) => near.shipment !== null && near.shipment.UUID === shipment.UUID);
    }

    /** What it gave isn't given when the plan is applied. */
    removeDiscount(discount) {
        this.#given = Object.assign({}, this.#given, { grants: this.#given.grants.filter((grant) => grant.discount !== discount) });
    }

    toString() {
        return `[DiscountPlan of ${this.#basket}]`;
    }
}

module.exports = define(DiscountPlan, 'dw.campaign.DiscountPlan', {
    get: {
        lineItemCtnr: true,
        orderDiscounts: true,
        bonusDiscounts: true,
        approachingOrderDiscounts: true
    },
    apart: ['orderDiscounts', 'bonusDiscounts', 'approachingOrderDiscounts']
});
