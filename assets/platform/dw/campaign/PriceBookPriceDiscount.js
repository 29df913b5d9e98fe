'use strict';

const { define } = require('../../internal/bean');

/** Down to the price in a price book. */
class PriceBookPriceDiscount extends require('dw/campaign/Discount') {
    constructor(priceBookID, promotion) {
        super(promotion);
        this.priceBookID = priceBookID;
    }

    getPriceBookID() {
        return this.priceBookID;
    }

    /** What is taken off `price`, that of a product. */
    of(price, product) {
        const other = product.priceModel.getPriceBookPrice(this.priceBookID);
        return other.available && other.compareTo(price) < 0 ? price.subtract(other) : price.multiply(0);
    }

    toString() {
        return `[PriceBookPriceDiscount ${this.priceBookID}]`;
    }
}

PriceBookPriceDiscount.TYPE = 'PRICE_BOOK_PRICE';

module.exports = define(PriceBookPriceDiscount, 'dw.campaign.PriceBookPriceDiscount', {});
