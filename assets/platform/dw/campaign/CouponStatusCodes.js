'use strict';

const { manager } = require('../../internal/bean');

/** What became of a coupon code. */
class CouponStatusCodes {}

const CODES = ['APPLIED', 'COUPON_ALREADY_IN_BASKET', 'COUPON_CODE_ALREADY_IN_BASKET', 'COUPON_CODE_ALREADY_REDEEMED', 'COUPON_CODE_UNKNOWN',
    'COUPON_DISABLED', 'CUSTOMER_REDEMPTION_LIMIT_EXCEEDED', 'NO_ACTIVE_PROMOTION', 'NO_APPLICABLE_PROMOTION', 'REDEMPTION_LIMIT_EXCEEDED',
    'TIMEFRAME_REDEMPTION_LIMIT_EXCEEDED'];

module.exports = manager(CouponStatusCodes, 'dw.campaign.CouponStatusCodes', {}, Object.fromEntries(CODES.map((code) => [code, code])));
