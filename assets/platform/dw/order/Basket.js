'use strict';

const { held, define } = require('../../internal/bean');
const CouponLineItem = require('dw/order/CouponLineItem');
const LineItemCtnr = require('dw/order/LineItemCtnr');

function refused(code, message) {
    const error = new Error(message);
    error.name = 'CreateCouponLineItemException';
    error.errorCode = code;
    return error;
}

/** What a visitor is about to buy. */
class Basket extends LineItemCtnr {
    /** Puts a coupon code in; throws with an `errorCode` when there is no such code or it is in already. */
    createCouponLineItem(code) {
        const known = require('dw/campaign/PromotionMgr').couponCodes();
        if (!known.includes(code)) {
            throw refused('COUPON_CODE_UNKNOWN', `There is no coupon code ${code}`);
        }
        if (this.getCouponLineItem(code)) {
            throw refused('COUPON_CODE_ALREADY_IN_BASKET', `The coupon code ${code} is in the basket already`);
        }
        const document = { uuid: host.call('random.id', null), code };
        this[held].coupons.push(document);
        return new CouponLineItem(document, this);
    }


    toString() {
        return `[Basket uuid=${this.getUUID()}]`;
    }
}

module.exports = define(Basket, 'dw.order.Basket', {});
