'use strict';

const { held } = require('../bean');
const { isMeant } = require('../customerGroups');
const couponCodes = require('./coupons');

/** What runs in the shop: `{ campaigns, campaignsById, coupons, promotions, excluded, excludedOptions }`, read once in a request. */
let read = null;

function all() {
    if (read === null) {
        const Promotion = require('dw/campaign/Promotion');
        const { campaigns, coupons, promotions, excluded, excludedOptions } = host.call('catalog.promotions', null);
        read = { campaigns: campaigns || [], coupons: coupons || [], excluded: excluded || null, excludedOptions: excludedOptions || [], promotions: [] };
        read.campaignsById = new Map(read.campaigns.slice().reverse().map((campaign) => [campaign.id, campaign]));
        read.promotions = (promotions || []).map((document) => new Promotion(document));
    }
    return read;
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Whether the day of the week and the time of the day are those of a schedule, which archives write in UTC. */
function recurs({ dayOfWeek, timeOfDay }, now) {
    const { weekday } = dayOfWeek || {};
    const { timeFrom, timeTo } = timeOfDay || {};
    const time = now.toISOString().slice(11);
    return (!weekday || weekday.includes(DAYS[now.getUTCDay()])) && !(timeFrom && time < timeFrom) && !(timeTo && time >= timeTo);
}

function isNow({ startDate, endDate, recurrence }) {
    const now = Date.now();
    return !(startDate && now < Date.parse(startDate)) && !(endDate && now >= Date.parse(endDate)) && (!recurrence || recurs(recurrence, new Date(now)));
}

function campaignOf({ campaign }) {
    return all().campaignsById.get(campaign) || null;
}

/** The IDs that qualify for an assignment, its campaign's with them: `customerGroups`, `sourceCodes` or `coupons`. */
function qualifiersOf(assignment, name) {
    return (assignment[name] || []).concat((campaignOf(assignment) || {})[name] || []);
}

/** Whether a schedule has some time between two. Of what recurs every week any time counts. */
function isBetween({ startDate, endDate }, from, to) {
    return Math.max(from, startDate ? Date.parse(startDate) : -Infinity) < Math.min(to, endDate ? Date.parse(endDate) : Infinity);
}

/** The assignments of a promotion to campaigns that run now, or when is meant, not in stores alone. */
function running(promotion, isMeantTime = isNow) {
    const { assignments, enabled } = promotion[held];
    return (enabled === false ? [] : assignments || []).filter((assignment) => {
        const campaign = campaignOf(assignment);
        const isOnline = campaign !== null && (campaign.scope === undefined || campaign.scope.online);
        return isOnline && campaign.enabled !== false && isMeantTime(campaign) && isMeantTime(assignment);
    });
}

/** The codes in a basket that belong to one of these coupons. */
function codesOf(coupons, basket) {
    const entered = basket === null ? [] : basket.couponLineItems.toArray().map((line) => line.couponCode);
    return entered.filter((code) => {
        const coupon = couponCodes.ofCode(code);
        return coupon !== null && coupon.enabled !== false && coupons.includes(coupon.id) && couponCodes.exceeded(coupon, code, basket) === null;
    });
}

/** Whether what qualifies for an offer is there: of groups of customers, source codes and coupons one, or all of them. Coupons may go without saying. */
function qualifies({ customerGroups, groupsMatch, sourceCodes, coupons, match }, basket, ignoresCoupons = false) {
    const { sourceCodeInfo } = session;
    const given = [
        [customerGroups, (ids) => isMeant(require('../visitors').current(), ids, groupsMatch)],
        [sourceCodes, (ids) => sourceCodeInfo !== null && (ids.includes(sourceCodeInfo.code) || ids.includes(sourceCodeInfo.group && sourceCodeInfo.group.ID))],
        [coupons, (ids) => ignoresCoupons || codesOf(ids, basket).length > 0]
    ].filter(([ids]) => (ids || []).length > 0);
    const holds = ([ids, test]) => test(ids);
    return given.length === 0 || (match === 'all' ? given.every(holds) : given.some(holds));
}

/** The first running assignment that customer and basket qualify for, with the campaign's own qualifiers too. */
function assignmentFor(promotion, basket, ignoresCoupons) {
    const isFor = (offer) => qualifies(offer, basket, ignoresCoupons);
    return running(promotion).find((assignment) => isFor(assignment) && isFor(campaignOf(assignment))) || null;
}

/** Whether a campaign runs now, for the visitor and what is in the basket. */
function isOpen(id, basket) {
    const campaign = campaignOf({ campaign: id });
    return campaign !== null && campaign.enabled !== false && isNow(campaign) && qualifies(campaign, basket);
}

function couponsOf(promotion) {
    return [].concat(...(promotion[held].assignments || []).map((assignment) => qualifiersOf(assignment, 'coupons')));
}

const EXCLUSIVITY = ['GLOBAL', 'CLASS', 'NO'];
const CLASSES = ['PRODUCT', 'ORDER', 'SHIPPING'];
const KINDS = ['fixedPrice', 'free', 'amount', 'percentage'];

/** The discounts that a rule may give, the one of the lowest threshold first. */
function discountsOf(rule) {
    const { simpleDiscount, bogo, bogoDiscounts, discounts, totalDiscounts } = rule;
    const several = ((discounts || totalDiscounts || {}).discount || (bogoDiscounts || {}).bogo || []).slice();
    return [simpleDiscount, bogo].filter(Boolean).concat(several.sort((left, right) => (left.threshold || left.eligibleQuantity || 0) - (right.threshold || right.eligibleQuantity || 0)));
}

function order(promotion, discounts) {
    const kind = KINDS.findIndex((name) => discounts.some((discount) => discount[name] !== undefined && discount[name] !== null));
    const best = Math.max(0, ...discounts.map((discount) => Number(discount[KINDS[kind]]) || 0));
    return {
        exclusivity: EXCLUSIVITY.indexOf(promotion.exclusivity),
        rank: promotion.rank === null ? Infinity : promotion.rank,
        class: CLASSES.indexOf(promotion.promotionClass),
        kind: kind === -1 ? KINDS.length : kind,
        // A lower fixed price is the better discount.
        best: KINDS[kind] === 'fixedPrice' ? best : -best
    };
}

/** As documented: by exclusivity, rank, class, kind of discount, the best one, ID; `discounts` are those of a promotion. */
function sorted(promotions, discounts = (promotion) => discountsOf(promotion[held].rule)) {
    const keyed = promotions.map((promotion) => [order(promotion, discounts(promotion)), promotion]);
    const names = ['exclusivity', 'rank', 'class', 'kind', 'best'];
    keyed.sort(([left, one], [right, other]) => {
        const name = names.find((it) => left[it] !== right[it]);
        return name === undefined ? (one.ID < other.ID ? -1 : 1) : (left[name] < right[name] ? -1 : 1);
    });
    return keyed.map(([, promotion]) => promotion);
}

function isOfCurrency(promotion) {
    const { currency } = promotion[held];
    return !currency || currency === session.currency.currencyCode;
}

/** Promotions of campaigns that run now, in the session's currency. */
function active() {
    return sorted(all().promotions.filter((promotion) => running(promotion).length > 0 && isOfCurrency(promotion)));
}

/** Those that customer and basket qualify for. */
function offered(basket, ignoresCoupons = false) {
    return active().filter((promotion) => assignmentFor(promotion, basket, ignoresCoupons) !== null);
}

module.exports = { all, active, offered, sorted, running, isBetween, isNow, isOfCurrency, isOpen, assignmentFor, campaignOf, qualifiersOf, qualifies, couponsOf, codesOf, discountsOf };
