'use strict';

const { held, manager } = require('../../internal/bean');
const { apply } = require('../../internal/promotions/apply');
const { grantsFor } = require('../../internal/promotions/grants');
const offers = require('../../internal/promotions/offers');
const ArrayList = require('dw/util/ArrayList');
const Campaign = require('dw/campaign/Campaign');
const DiscountPlan = require('dw/campaign/DiscountPlan');
const PromotionPlan = require('dw/campaign/PromotionPlan');

function ofCampaign(promotions, campaign) {
    return promotions.filter((promotion) => offers.running(promotion).some((assignment) => assignment.campaign === campaign.ID));
}

function customersOwn() {
    return offers.offered(require('dw/order/BasketMgr').currentBasket);
}

/** Those that start within so many hours in a campaign that is meant. */
function upcoming(hours, isMeant) {
    const until = Date.now() + hours * 3600000;
    const starts = ({ startDate }) => startDate && Date.parse(startDate) > Date.now() && Date.parse(startDate) <= until;
    const isUpcoming = (assignment) => starts(assignment) || starts(offers.campaignOf(assignment) || {});
    return offers.all().promotions.filter((promotion) => promotion.enabled
        && promotion[held].assignments.some((assignment) => isUpcoming(assignment) && isMeant(assignment)));
}

/** The promotions of the shop, and what they give a basket. */
class PromotionMgr {
    static getPromotions() {
        return new ArrayList(offers.all().promotions);
    }

    static getPromotion(id) {
        return offers.all().promotions.find((promotion) => promotion.ID === id) || null;
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
    static getActiveCustomerPromotions() {
        return new PromotionPlan(customersOwn());
    }

    static getActivePromotionsForCampaign(campaign) {
        return new PromotionPlan(ofCampaign(offers.active(), campaign));
    }

    static getActiveCustomerPromotionsForCampaign(campaign) {
        return new PromotionPlan(ofCampaign(customersOwn(), campaign));
    }

    static getUpcomingPromotions(hours) {
        return new PromotionPlan(upcoming(hours, () => true));
    }

    /** Those that the customer will qualify for, as things are. */
    static getUpcomingCustomerPromotions(hours) {
        const basket = require('dw/order/BasketMgr').currentBasket;
        const isFor = (qualified) => qualified === null || offers.qualifies(qualified, basket);
        return new PromotionPlan(upcoming(hours, (assignment) => isFor(assignment) && isFor(offers.campaignOf(assignment))));
    }

    /** What promotions would give a basket: `(basket)`, or those of a plan alone with `(basket, plan)`. */
    static getDiscounts(basket, plan) {
        return new DiscountPlan(basket, grantsFor(basket, plan ? plan.promotions.toArray() : offers.offered(basket)));
    }

    /** Takes a basket, or a plan for one. */
    static applyDiscounts(target) {
        const plan = target instanceof DiscountPlan ? target : PromotionMgr.getDiscounts(target);
        apply(plan.lineItemCtnr, plan.given());
    }
}

module.exports = manager(PromotionMgr, 'dw.campaign.PromotionMgr', {
    activePromotions: () => PromotionMgr.getActivePromotions(),
    activeCustomerPromotions: () => PromotionMgr.getActiveCustomerPromotions(),
    promotions: () => PromotionMgr.getPromotions(),
    campaigns: () => PromotionMgr.getCampaigns()
});
