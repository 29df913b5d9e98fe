'use strict';

/**
 * Coupons and their codes: `{ id, codes, system, limitPerCode, limitPerCustomer, limitPerTimeFrame, … }` as the site's archive
 * has them. A code is redeemed with the order that was made of its basket; an order that failed, was cancelled or replaced
 * gives it back.
 */

const { held } = require('../bean');

const DAY = 86400000;
/** Orders that are cancelled, replaced or failed. */
const GIVEN_UP = [6, 7, 8];

function all() {
    return require('./offers').all().coupons;
}

function find(id) {
    return all().find((coupon) => coupon.id === String(id)) || null;
}

function isSame({ caseInsensitive }, one, other) {
    return one === other || (Boolean(caseInsensitive) && one.toLowerCase() === other.toLowerCase());
}

/** The codes of a coupon that were given out. */
function issued(coupon) {
    return require('../tables').table('coupon-codes', (document) => document).get(coupon.id);
}

/** A code of the system begins as the coupon says, or was given out here. */
function isOfSystem(coupon, code) {
    const { prefix } = coupon.system || {};
    const isPrefixed = Boolean(prefix) && code.length > prefix.length && isSame(coupon, code.slice(0, prefix.length), prefix);
    return isPrefixed || ((issued(coupon) || {}).codes || []).some((it) => isSame(coupon, it, code));
}

/** The coupon that a code is of, a fixed one first; null for none. */
function ofCode(code) {
    const wanted = String(code);
    const isFixed = (coupon) => (coupon.codes || []).some((it) => isSame(coupon, it, wanted));
    return all().find(isFixed) || all().find((coupon) => coupon.system && isOfSystem(coupon, wanted)) || null;
}

const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ23456789';
const USUAL_LENGTH = 10;

function generated({ prefix, codeLength, includeVowels, includeDashes }) {
    const letters = includeVowels ? `${LETTERS}AEU` : LETTERS;
    const random = Array.from({ length: codeLength || USUAL_LENGTH }, () => letters[Math.floor(Math.random() * letters.length)]).join('');
    return (prefix || '') + (includeDashes ? random.replace(/.{4}(?=.)/g, '$&-') : random);
}

/** The next code that wasn't given out yet; null if there are no more. A single code is given out again and again. */
function nextCode(coupon) {
    if (!coupon.system && !coupon.isList) {
        return (coupon.codes || [])[0] || null;
    }
    const before = (issued(coupon) || { codes: [] }).codes;
    const { system } = coupon;
    const isLeft = !system || !(before.length >= system.maxNumberOfCodes);
    const next = system ? (isLeft ? generated(system) : null) : coupon.codes.find((code) => !before.includes(code)) || null;
    if (next !== null) {
        const kept = issued(coupon) || require('../tables').table('coupon-codes', (document) => document).create(coupon.id, { codes: [] });
        kept.codes = kept.codes.concat(next);
    }
    return next;
}

function countOfIssued(coupon) {
    return coupon.system || coupon.isList ? (issued(coupon) || { codes: [] }).codes.length : 0;
}

/** The codes of a coupon up to a place; those of the system that aren't there yet are made, and so given out. */
function codesTo(coupon, end) {
    if (!coupon.system) {
        return coupon.codes || [];
    }
    const kept = issued(coupon) || require('../tables').table('coupon-codes', (document) => document).create(coupon.id, { codes: [] });
    const missing = Math.max(0, end - kept.codes.length);
    kept.codes = kept.codes.concat(Array.from({ length: missing }, () => generated(coupon.system)));
    return kept.codes;
}

/** The lines of orders by which coupons were redeemed. */
function redeemed(order) {
    return order.couponLineItems.toArray().filter((line) => line.basedOnCampaign);
}

/** Hides an email address in what was redeemed with it. */
function mask(email) {
    require('../orders').all().filter((order) => order.customerEmail === email).forEach((order) => (
        redeemed(order).forEach((line) => { line[held].masked = email.replace(/[^@.]/g, '*'); })
    ));
}

/** What orders have redeemed of a coupon, the last first: `[{ code, email, number, date }]`. */
function redemptions(coupon, except) {
    const orders = require('../orders').all().filter((order) => !GIVEN_UP.includes(order.status.value) && order !== except);
    const found = orders.flatMap((order) => redeemed(order).map((line) => (
        { code: line.couponCode, email: line[held].masked || order.customerEmail, number: order.orderNo, date: order.creationDate }
    )));
    return found.filter(({ code }) => ofCode(code) === coupon).sort((left, right) => right.date - left.date);
}

/** Why a code can't be redeemed again, as one of the `CouponStatusCodes`; null if it can be. */
function exceeded(coupon, code, container) {
    const { limitPerCode, limitPerCustomer, limitPerTimeFrame } = coupon;
    const { limit, timeFrame } = limitPerTimeFrame || {};
    if (!limitPerCode && !limitPerCustomer && !limit) {
        return null;
    }
    const before = redemptions(coupon, container);
    if (limitPerCode && before.filter((it) => isSame(coupon, it.code, code)).length >= limitPerCode) {
        return coupon.system || coupon.isList ? 'COUPON_CODE_ALREADY_REDEEMED' : 'REDEMPTION_LIMIT_EXCEEDED';
    }
    const { profile } = container.customer || {};
    const email = container.customerEmail || (profile && profile.email);
    // Nobody knows yet who buys.
    const own = before.filter((it) => email && it.email && it.email.toLowerCase() === email.toLowerCase());
    if (limitPerCustomer && own.length >= limitPerCustomer) {
        return 'CUSTOMER_REDEMPTION_LIMIT_EXCEEDED';
    }
    const recent = own.filter(({ date }) => date.getTime() > Date.now() - timeFrame * DAY);
    return limit && recent.length >= limit ? 'TIMEFRAME_REDEMPTION_LIMIT_EXCEEDED' : null;
}

/** The promotions that run now and need a coupon. */
function promotionsOf(coupon) {
    const offers = require('./offers');
    return offers.active().filter((promotion) => offers.couponsOf(promotion).includes(coupon.id));
}

/** Why a code is of no use in a basket or an order, whatever is in that; null if it is. */
function refusal(code, container) {
    const coupon = ofCode(code);
    if (coupon === null) {
        return 'COUPON_CODE_UNKNOWN';
    }
    return coupon.enabled === false ? 'COUPON_DISABLED' : exceeded(coupon, code, container) || (promotionsOf(coupon).length === 0 ? 'NO_ACTIVE_PROMOTION' : null);
}

/** Whether a basket with other codes takes one more of the same coupon. */
function isSecond(coupon, container) {
    const isList = Boolean(coupon.system || coupon.isList);
    return isList && !coupon.allowMultiple && container.couponLineItems.toArray().some((line) => line.basedOnCampaign && ofCode(line.couponCode) === coupon);
}

module.exports = { all, find, isSame, ofCode, nextCode, countOfIssued, codesTo, mask, redemptions, promotionsOf, refusal, exceeded, isSecond };
