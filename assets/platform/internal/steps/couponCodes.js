'use strict';

/** Exports the codes of a coupon, a line each. */

const coupons = require('../promotions/coupons');
const { lines } = require('./file');
const Status = require('dw/system/Status');

/** So many codes of the system at most. */
const MOST = 100000;

function failed(message) {
    return new Status(Status.ERROR, 'ERROR', message);
}

/** `StartFrom` is the place of the first code, from 1; without it that is the next one that wasn't given out yet. */
function execute(parameters) {
    const coupon = coupons.find(parameters.get('CouponID'));
    if (coupon === null) {
        return failed(`there is no coupon ${parameters.get('CouponID')}`);
    }
    const [first, count] = ['StartFrom', 'NumberOfCodes'].map((name) => parameters.get(name) ?? null);
    if ((first !== null && !(first >= 1)) || (count !== null && !(count >= 0))) {
        return failed('StartFrom begins with 1, and NumberOfCodes is not below 0');
    }
    const { system } = coupon;
    const begin = first === null ? coupons.countOfIssued(coupon) : first - 1;
    const all = system ? system.maxNumberOfCodes || MOST : coupon.codes.length;
    const end = Math.min(all, count === null ? all : begin + count);
    if (system && end > MOST) {
        return failed(`the sandbox makes at most ${MOST} codes of a coupon: NumberOfCodes has to be lower`);
    }
    return lines(parameters, coupons.codesTo(coupon, end).slice(begin, end), 'codes');
}

module.exports = { execute };
