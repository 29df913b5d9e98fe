'use strict';

const { held, define } = require('../../internal/bean');
const { discountOf, takenOff } = require('../../internal/discounts');
const { localized } = require('../../internal/localized');
const { isGiven, matches } = require('../../internal/promotions/matching');
const offers = require('../../internal/promotions/offers');
const records = require('../../internal/records');
const ArrayList = require('dw/util/ArrayList');
const MarkupText = require('dw/content/MarkupText');

const CONSTANTS = {
    EXCLUSIVITY_CLASS: 'CLASS', EXCLUSIVITY_GLOBAL: 'GLOBAL', EXCLUSIVITY_NO: 'NO', QUALIFIER_MATCH_MODE_ALL: 'all', QUALIFIER_MATCH_MODE_ANY: 'any',
    PROMOTION_CLASS_PRODUCT: 'PRODUCT', PROMOTION_CLASS_ORDER: 'ORDER', PROMOTION_CLASS_SHIPPING: 'SHIPPING'
};

/** Discounts after which a product has a price of its own. */
const PRICED = ['AMOUNT', 'PERCENTAGE', 'FIXED_PRICE', 'PRICE_BOOK_PRICE'];

const constraints = (combination) => ((combination && combination.productConstraint) || []).map((constraint) => constraint.productSpecification);

/** A reason to pay less. */
class Promotion {
    #tiers = null;

    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getName() {
        return localized(this[held].name) || this[held].id;
    }

    /** What pages say of it; without such a text its name. */
    getCalloutMsg() {
        return new MarkupText(localized(this[held].calloutMsg) || this.getName());
    }

    getDetails() {
        const details = localized(this[held].details);
        return details ? new MarkupText(details) : this.getCalloutMsg();
    }

    getPromotionClass() {
        return this[held].class.toUpperCase();
    }

    // What it is about

    #rule() {
        return this[held].rule || {};
    }

    /** The discounts of its rule, the one of the lowest threshold first. */
    tiers() {
        this.#tiers = this.#tiers || offers.discountsOf(this.#rule());
        return this.#tiers;
    }

    /** Whether it is never about a product: the rule or the shop says so. */
    excludes(product) {
        const { excludedProducts, nonQualifyingProducts, disableGlobalExcludedProducts } = this.#rule();
        const { excluded } = offers.all();
        // Older archives say of orders what doesn't qualify, and mean the same.
        return [excludedProducts, nonQualifyingProducts].some((specification) => isGiven(specification) && matches(specification, product))
            || (!disableGlobalExcludedProducts && isGiven(excluded) && matches(excluded, product));
    }

    /** Whether it is never about an option of products: the shop says so. */
    excludesOption(id) {
        return !this.#rule().disableGlobalExcludedProducts && offers.all().excludedOptions.includes(id);
    }

    /** Whether a product is one of those that have to be bought. */
    isQualifiedBy(product) {
        const { qualifyingProducts, qualifyingProductsCombination } = this.#rule();
        const named = [qualifyingProducts].concat(constraints(qualifyingProductsCombination)).filter(isGiven);
        return named.some((specification) => matches(specification, product)) && !this.excludes(product);
    }

    /** Whether a product is one of those that it makes cheaper. */
    discounts(product) {
        const { discountedProducts, discountedProductsCombination, qualifyingProducts, totalDiscounts } = this.#rule();
        const first = [discountedProducts].concat(constraints(discountedProductsCombination)).filter(isGiven);
        const named = first.length > 0 || totalDiscounts ? first : [qualifyingProducts].filter(isGiven);
        const isIn = () => named.length === 0 || named.some((specification) => matches(specification, product));
        return this.tiers().some(({ bonus, bonusChoice }) => !bonus && !bonusChoice) && isIn() && !this.excludes(product);
    }

    /** Whether a product is one of its presents. */
    gives(product) {
        const presents = this.tiers().filter(({ bonus, bonusChoice }) => bonus || bonusChoice);
        return presents.some(({ bonus, bonusChoice }) => ((bonus && bonus.productId) || []).includes(product.ID)
            || ((bonusChoice && bonusChoice.bonusProduct) || []).some(({ productId }) => productId === product.ID)
            || Boolean(bonusChoice && bonusChoice.bonusProductRule && matches(bonusChoice.bonusProductRule, product)));
    }

    /**
     * What one piece of a product costs with this promotion alone, with the choices of an option model, which it doesn't
     * make cheaper; not available unless it discounts products, this one too, without a condition.
     */
    getPromotionalPrice(product, optionModel) {
        const { price } = product.priceModel;
        const { simpleDiscount, qualifyingProductsCombination, discountedProductsCombination } = this.#rule();
        const isPlain = simpleDiscount && !qualifyingProductsCombination && !discountedProductsCombination;
        const discount = isPlain && this.getPromotionClass() === 'PRODUCT' && this.discounts(product) ? discountOf(simpleDiscount, this) : null;
        if (discount === null || !price.available || !PRICED.includes(discount.type)) {
            return require('dw/value/Money').NOT_AVAILABLE;
        }
        const chosen = optionModel ? product.getPriceModel(optionModel).price : price;
        return chosen.subtract(takenOff(discount, price, 1, product));
    }

    getDescription() {
        return this.getCalloutMsg();
    }

    /** What has to be met is told with the details. */
    getConditionalDescription() {
        return this.getDetails();
    }

    /** The first that runs, else the first. */
    #assignment() {
        return offers.running(this)[0] || this[held].assignments[0] || null;
    }

    getCampaign() {
        const assignment = this.#assignment();
        return assignment === null ? null : require('dw/campaign/PromotionMgr').getCampaign(assignment.campaign);
    }

    /** Of its own schedule in the campaign, else of the campaign. */
    #date(name) {
        const assignment = this.#assignment();
        const text = assignment === null ? null : assignment[name] || (offers.campaignOf(assignment) || {})[name];
        return text ? new Date(text) : null;
    }

    #qualifiers(name) {
        const assignment = this.#assignment();
        return assignment === null ? [] : offers.qualifiersOf(assignment, name);
    }

    getStartDate() {
        return this.#date('startDate');
    }

    getEndDate() {
        return this.#date('endDate');
    }

    getImage() {
        return this[held].image ? require('../../internal/media').imageOf(this[held].image) : null;
    }

    isBasedOnCustomerGroups() {
        return this.#qualifiers('customerGroups').length > 0;
    }

    isBasedOnSourceCodes() {
        return this.#qualifiers('sourceCodes').length > 0;
    }

    getExclusivity() {
        return (this[held].exclusivity || 'no').toUpperCase();
    }

    /** IDs of promotions, or of their groups, that it goes together with in spite of its exclusivity. */
    getCombinablePromotions() {
        return this[held].combinablePromotion || [];
    }

    /** IDs of promotions, or of their groups, that it never goes together with. */
    getMutuallyExclusivePromotions() {
        return this[held].mutuallyExclusivePromotion || [];
    }

    /** Whether a list means it, by its ID or that of its group. */
    #isIn(list) {
        return list.includes(this.getID()) || Boolean(this[held].exclusivityGroup && list.includes(this[held].exclusivityGroup));
    }

    /** Whether it and another one, of the same class or of another, can't be applied to the same. */
    clashesWith(other, isOfClass) {
        const either = (name) => other.#isIn(this[name]) || this.#isIn(other[name]);
        const isExclusive = ({ exclusivity }) => (isOfClass ? exclusivity !== 'NO' : exclusivity === 'GLOBAL');
        return either('mutuallyExclusivePromotions') || ((isExclusive(this) || isExclusive(other)) && !either('combinablePromotions'));
    }

    getTags() {
        return this[held].tags || [];
    }

    getRank() {
        const assignment = this.#assignment();
        const rank = assignment === null || assignment.rank === undefined ? this[held].rank : assignment.rank;
        return rank === undefined ? null : rank;
    }

    isBasedOnCoupons() {
        return this.#qualifiers('coupons').length > 0;
    }

    isActive() {
        return offers.running(this).length > 0;
    }

    isEnabled() {
        return this[held].enabled !== false;
    }

    isRefinable() {
        return Boolean(this[held].refinable);
    }

    getCoupons() {
        const { CouponMgr } = dw.campaign;
        return new ArrayList(this.#qualifiers('coupons').map((id) => CouponMgr.getCoupon(id)).filter(Boolean));
    }

    getCustomerGroups() {
        return new ArrayList(require('../../internal/customerGroups').named(this.#qualifiers('customerGroups')));
    }

    getSourceCodeGroups() {
        const SourceCodeGroup = require('dw/campaign/SourceCodeGroup');
        const ids = this.#qualifiers('sourceCodes');
        return new ArrayList(require('../../internal/shop').list('source-code-group').filter(({ id }) => ids.includes(id)).map((group) => new SourceCodeGroup(group)));
    }

    getQualifierMatchMode() {
        return (this.#assignment() || {}).match || CONSTANTS.QUALIFIER_MATCH_MODE_ANY;
    }

    getCustom() {
        return records.custom(this[held], 'Promotion');
    }

    toString() {
        return `[Promotion id=${this.getID()}]`;
    }
}

module.exports = define(Promotion, 'dw.campaign.Promotion', {
    get: {
        ID: true,
        name: true,
        calloutMsg: true,
        promotionClass: true,
        details: true,
        description: true,
        conditionalDescription: true,
        startDate: true,
        endDate: true,
        campaign: true,
        image: true,
        exclusivity: true,
        tags: true,
        combinablePromotions: true,
        mutuallyExclusivePromotions: true,
        rank: true,
        coupons: true,
        customerGroups: true,
        sourceCodeGroups: true,
        qualifierMatchMode: true,
        custom: true
    },
    is: {
        active: true,
        enabled: true,
        basedOnCoupon: (promotion) => promotion.isBasedOnCoupons(),
        basedOnCoupons: true,
        refinable: true,
        basedOnCustomerGroups: true,
        basedOnSourceCodes: true
    },
    constants: CONSTANTS,
    apart: ['campaign', 'coupons', 'customerGroups', 'sourceCodeGroups']
});
