'use strict';

const coupons = require('./coupons');

const REASONS = {
    COUPON_CODE_ALREADY_IN_BASKET: 'is in the basket already',
    COUPON_ALREADY_IN_BASKET: 'is of a coupon that the basket has another code of',
    COUPON_CODE_ALREADY_REDEEMED: 'was redeemed before',
    COUPON_CODE_UNKNOWN: 'is of no coupon',
    COUPON_DISABLED: 'is of a coupon that is switched off',
    REDEMPTION_LIMIT_EXCEEDED: 'was redeemed as often as it may be',
    CUSTOMER_REDEMPTION_LIMIT_EXCEEDED: 'was redeemed by the customer as often as it may be',
    TIMEFRAME_REDEMPTION_LIMIT_EXCEEDED: 'was redeemed by the customer as often as it may be in that time',
    NO_ACTIVE_PROMOTION: 'is of a coupon that no active promotion has'
};

function refused(status, code) {
    const error = new APIException(`The coupon code ${code} ${REASONS[status]}`);
    error.name = 'CreateCouponLineItemException';
    error.type = error.name;
    error.errorCode = status;
    return error;
}

/**
 * What is kept of a coupon code that is put into a basket or an order; throws with one of the `CouponStatusCodes` as `errorCode`
 * when it is there already or, of the shop's campaigns, of no use.
 */
function entered(container, code, isOfCampaign) {
    if (container.getCouponLineItem(code)) {
        throw refused('COUPON_CODE_ALREADY_IN_BASKET', code);
    }
    if (!isOfCampaign) {
        return { code, manual: true };
    }
    const coupon = coupons.ofCode(code);
    const refusal = coupon !== null && coupons.isSecond(coupon, container) ? 'COUPON_ALREADY_IN_BASKET' : coupons.refusal(code, container);
    if (refusal !== null) {
        throw refused(refusal, code);
    }
    return { code };
}

module.exports = { entered };
