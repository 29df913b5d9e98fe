'use strict';

const { define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const products = require('../../internal/products');

/** So many products, to be chosen from a list or from those of a rule. */
class BonusChoiceDiscount extends require('dw/campaign/Discount') {
    #choice;

    constructor(choice, promotion) {
        super(promotion);
        this.#choice = choice;
    }

    /** Those of the list that are sold in this shop; none when a rule says which. */
    getBonusProducts() {
        const ids = (this.#choice.bonusProduct || []).map(({ productId }) => productId);
        return new ArrayList(ids.map((id) => products.product(id)).filter((product) => product && product.online));
    }

    getMaxBonusItems() {
        return this.#choice.maxBonusItems || 0;
    }

    isRuleBased() {
        return Boolean(this.#choice.bonusProductRule);
    }

    getBonusProductPrice(product) {
        const found = (this.#choice.bonusProduct || []).find(({ productId }) => productId === product.ID);
        return found ? found.bonusProductPrice || 0 : 0;
    }

    toString() {
        return `[BonusChoiceDiscount of ${this.getMaxBonusItems()}]`;
    }
}

BonusChoiceDiscount.TYPE = 'BONUS_CHOICE';

module.exports = define(BonusChoiceDiscount, 'dw.campaign.BonusChoiceDiscount', {
    get: { bonusProducts: true, maxBonusItems: true },
    is: { ruleBased: true },
    apart: ['bonusProducts']
});
