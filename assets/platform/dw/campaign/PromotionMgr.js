'use strict';

const { held, manager } = require('../../internal/bean');
const changing = require('../../internal/changing');
const { apply } = require('../../internal/promotions/apply');
const { grantsFor } = require('../../internal/promotions/grants');
const offers = require('../../internal/promotions/offers');
const ArrayList = require('dw/util/ArrayList');
const Campaign = require('dw/campaign/Campaign');
const DiscountPlan = require('dw/campaign/DiscountPlan');
const PromotionPlan = require('dw/campaign/PromotionPlan');

function currentBasket() {
    return require('dw/order/BasketMgr').currentBasket;
}

/** A time as a number; an end that is not said is open. */
function time(date, open) {
    return date === null || date === undefined ? open : Number(new Date(date));
}

/** The assignments of promotions to a campaign that run at some time between two: `[promotion, assignment]`; without times, now. */
function inCampaign(campaign, from, to) {
    if (campaign === null || campaign === undefined) {
        throw new TypeError('The campaign must not be null');
    }
    const isMeant = from === undefined && to === undefined ? offers.isNow : (schedule) => offers.isBetween(schedule, time(from, -Infinity), time(to, Infinity));
    return offers.sorted(offers.all().promotions).flatMap((promotion) => offers.running(promotion, isMeant)
        .filter((assignment) => assignment.campaign === campaign.ID && offers.isOfCurrency(promotion)).slice(0, 1).map((assignment) => [promotion, assignment]));
}

/** Those that start within so many hours in a campaign that is meant. */
function upcoming(hours, isMeant) {
    const until = Date.now() + hours * 3600000;
    const starts = ({ startDate }) => startDate && Date.parse(startDate) > Date.now() && Date.parse(startDate) <= until;
    const isUpcoming = (assignment) => starts(assignment) || starts(offers.campaignOf(assignment) || {});
    return offers.all().promotions.filter((promotion) => promotion.enabled
        && promotion[held].assignments.some((assignment) => isUpcoming(assignment) && isMeant(assignment)));
}

/** Promotions that belong to a campaign: without one they are of no use, and scripts don't see them. */
function assigned() {
    return offers.all().promotions.filter((promotion) => promotion[held].assignments.length > 0);
}

/** The promotions of the shop, and what they give a basket. */
class PromotionMgr {
    static getPromotions() {
        return new ArrayList(assigned());
    }

    static getPromotion(id) {
        return assigned().find((promotion) => promotion.ID === id) || null;
    }

    static getCampaigns() {
        return new ArrayList(offers.all().campaigns.map(({ id }) => PromotionMgr.getCampaign(id)));
    }

    static getCampaign(id) {
        const document = offers.all().campaigns.find((campaign) => campaign.id === id);
        return document ? new Campaign(document) : null;
    }

    static getActivePromotions() {
        return new PromotionPlan(offers.active());
    }

    /** Those that the customer qualifies for, by groups, source code and the coupons of the basket. */
    static getActiveCustomerPromotions(ignoresCoupons = false) {
        return new PromotionPlan(offers.offered(currentBasket(), ignoresCoupons));
    }

    static getActivePromotionsForCampaign(campaign, from, to) {
        return new PromotionPlan(inCampaign(campaign, from, to).map(([promotion]) => promotion));
    }

    static getActiveCustomerPromotionsForCampaign(campaign, from, to) {
        const basket = currentBasket();
        const isFor = ([, assignment]) => offers.qualifies(assignment, basket) && offers.qualifies(offers.campaignOf(assignment), basket);
        return new PromotionPlan(inCampaign(campaign, from, to).filter(isFor).map(([promotion]) => promotion));
    }

    static getUpcomingPromotions(hours) {
        return new PromotionPlan(upcoming(hours, () => true));
    }

    /** Those that the customer will qualify for, as things are. */
    static getUpcomingCustomerPromotions(hours) {
        const basket = currentBasket();
        const isFor = (qualified) => qualified === null || offers.qualifies(qualified, basket);
        return new PromotionPlan(upcoming(hours, (assignment) => isFor(assignment) && isFor(offers.campaignOf(assignment))));
    }

    /** What promotions would give a basket: `(basket)`, or those of a plan alone with `(basket, plan)`, as far as the basket qualifies for them. */
    static getDiscounts(basket, plan) {
        const ids = plan ? plan.promotions.toArray().map((promotion) => promotion.ID) : null;
        return new DiscountPlan(basket, grantsFor(basket, offers.offered(basket).filter((promotion) => ids === null || ids.includes(promotion.ID))));
    }

    /** Takes a basket, or a plan for one. */
    static applyDiscounts(target) {
        const plan = target instanceof DiscountPlan ? target : PromotionMgr.getDiscounts(target);
        apply(plan.lineItemCtnr, plan.given());
    }
}

module.exports = manager(changing(PromotionMgr, ['applyDiscounts']), 'dw.campaign.PromotionMgr', {
    activePromotions: true,
    activeCustomerPromotions: true,
    promotions: true,
    campaigns: true
});
