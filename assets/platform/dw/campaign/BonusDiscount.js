'use strict';

const { define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const products = require('../../internal/products');

/** Products for nothing. */
class BonusDiscount extends require('dw/campaign/Discount') {
    #ids;

    constructor(ids, promotion) {
        super(promotion);
        this.#ids = ids;
    }

    /** Those that are sold in this shop and can be had. */
    getBonusProducts() {
        const isThere = (product) => product !== null && product.online && product.availabilityModel.orderable;
        return new ArrayList(this.#ids.map((id) => products.product(id)).filter(isThere));
    }

    toString() {
        return `[BonusDiscount ${this.#ids.join(', ')}]`;
    }
}

BonusDiscount.TYPE = 'BONUS';

module.exports = define(BonusDiscount, 'dw.campaign.BonusDiscount', {
    get: { bonusProducts: true },
    apart: ['bonusProducts']
});
