'use strict';

const { isMeant } = require('./customerGroups');
const offers = require('./promotions/offers');

/**
 * The rule by which a page or a component of the Page Designer is shown: `visibility` in its configuration, of which there is
 * one at most. It names a schedule, groups of customers, locales, a campaign or a promotion of it, and values of aspect
 * attributes; all that it names must hold, but a campaign's own schedule and customers take the place of the rule's.
 */

/** What a page was given when it was rendered, by name; nothing while none is. */
let aspects = null;

/** Does something while a page is rendered with aspect attributes, a map or nothing. */
function within(given, work) {
    const before = aspects;
    aspects = given || null;
    try {
        return work();
    } finally {
        aspects = before;
    }
}

const isGiven = (list) => Array.isArray(list) && list.length > 0;

function isScheduled({ valid_from: from, valid_to: to }) {
    const now = Date.now();
    return !(now < Date.parse(from)) && !(now >= Date.parse(to));
}

/** Of a promotion the assignment to the campaign must run and be meant for the visitor; a campaign for itself must. */
function isOffered({ campaign_id: campaign, promotion_id: promotion }) {
    const basket = require('dw/order/BasketMgr').getCurrentBasket();
    if (!promotion) {
        return offers.isOpen(campaign, basket);
    }
    const found = offers.all().promotions.find(({ ID: id }) => id === promotion);
    const assignment = found ? offers.assignmentFor(found, basket) : null;
    return assignment !== null && (!campaign || assignment.campaign === campaign);
}

/** A category or a product stands for its ID. */
function hasValue({ id, values }) {
    const given = aspects === null ? null : aspects[id];
    const value = given !== null && typeof given === 'object' && 'ID' in given ? given.ID : given;
    return value !== null && value !== undefined && values.some((each) => String(each) === String(value));
}

function isFor({ schedule, customer_group_ids: groups, campaign_qualifier: campaign }) {
    const { campaign_id: id, promotion_id: promotion } = campaign || {};
    if (id || promotion) {
        return isOffered(campaign);
    }
    return isScheduled(schedule || {}) && isMeant(require('./visitors').current(), groups);
}

/** Whether a rule says anything. */
function restricts({ schedule, customer_group_ids: groups, locale_ids: locales, campaign_qualifier: campaign, aspect_attribute_qualifiers: qualifiers }) {
    const isSaid = (part) => Object.keys(part || {}).some((name) => part[name]);
    return isSaid(schedule) || isSaid(campaign) || [groups, locales, qualifiers].some(isGiven);
}

/** Whether a rule shows what it is of to this visitor now. */
function allows(rule) {
    const { locale_ids: locales, aspect_attribute_qualifiers: qualifiers } = rule;
    return (!isGiven(locales) || locales.includes(request.locale)) && (qualifiers || []).every(hasValue) && isFor(rule);
}

module.exports = { allows, restricts, within };
