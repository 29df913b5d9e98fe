'use strict';

const { define } = require('../../internal/bean');

/** A discount that a basket would get if it were worth more. */
class ApproachingDiscount {
    #discount;
    #threshold;
    #total;

    constructor(discount, threshold, total) {
        this.#discount = discount;
        this.#threshold = threshold;
        this.#total = total;
    }

    getDiscount() {
        return this.#discount;
    }

    getConditionThreshold() {
        return this.#threshold;
    }

    getMerchandiseTotal() {
        return this.#total;
    }

    getDistanceFromConditionThreshold() {
        return this.#threshold.subtract(this.#total);
    }

    toString() {
        return `[ApproachingDiscount in ${this.getDistanceFromConditionThreshold()}]`;
    }
}

module.exports = define(ApproachingDiscount, 'dw.campaign.ApproachingDiscount', {
    get: {
        discount: true,
        conditionThreshold: true,
        merchandiseTotal: true,
        distanceFromConditionThreshold: true
    }
});
