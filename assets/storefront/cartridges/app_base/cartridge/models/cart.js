'use strict';

var BonusOffer = require('*/cartridge/models/bonusOffer');
var LineItem = require('*/cartridge/models/lineItem');
var Totals = require('*/cartridge/models/totals');

function coupon(couponLineItem) {
    return { uuid: couponLineItem.UUID, code: couponLineItem.couponCode, isApplied: couponLineItem.applied };
}

/** A basket as the cart page shows it; without one it is an empty cart. */
function Cart(basket) {
    this.items = [];
    this.numItems = 0;
    this.coupons = [];
    this.bonusOffers = [];
    this.totals = null;

    if (basket) {
        for (var lineItem of basket.productLineItems) {
            this.items.push(new LineItem(lineItem));
            this.numItems += lineItem.quantityValue;
        }
        this.coupons = basket.couponLineItems.toArray().map(coupon);
        this.bonusOffers = basket.bonusDiscountLineItems.toArray().map(function (offer) { return new BonusOffer(offer); });
        this.totals = new Totals(basket);
    }
}

module.exports = Cart;
