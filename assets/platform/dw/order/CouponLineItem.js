'use strict';

const { held, define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');

const APPLIED = 'APPLIED';
const NO_APPLICABLE_PROMOTION = 'NO_APPLICABLE_PROMOTION';

/** A coupon code in a basket. */
class CouponLineItem {
    constructor(document, container) {
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'owner', { value: container, enumerable: false });
    }

    getUUID() {
        return this[held].uuid;
    }

    getCouponCode() {
        return this[held].code;
    }

    getPriceAdjustments() {
        const entries = this.owner.allAdjustments().filter((entry) => entry.couponLineItem
            && entry.couponLineItem.UUID === this.getUUID());
        return new ArrayList(entries);
    }

    isApplied() {
        return this.getPriceAdjustments().length > 0;
    }

    isValid() {
        return true;
    }

    getStatusCode() {
        return this.isApplied() ? APPLIED : NO_APPLICABLE_PROMOTION;
    }

    toString() {
        return `[CouponLineItem code=${this.getCouponCode()}]`;
    }
}

module.exports = define(CouponLineItem, 'dw.order.CouponLineItem', {
    get: {
        UUID: (line) => line.getUUID(),
        couponCode: (line) => line.getCouponCode(),
        statusCode: (line) => line.getStatusCode(),
        priceAdjustments: (line) => line.getPriceAdjustments()
    },
    is: { applied: (line) => line.isApplied(), valid: (line) => line.isValid() },
    apart: ['priceAdjustments']
});
