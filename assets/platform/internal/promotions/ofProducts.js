'use strict';

const { held } = require('../bean');
const context = require('../context');
const { isOpen } = require('./reckoning');
const { Pile, cheapest, count, constraintsOf, dearest, pick, unit } = require('./pieces');

const NONE = { parts: [], times: 0 };

/** Every piece of those items. */
function whole(items) {
    return items.map((item) => ({ item, count: item.quantity }));
}

const hasConditions = ({ discounts }) => Boolean(discounts && (discounts.discount || []).length > 0);

/** Of discounts with thresholds the one of the highest that is reached. */
function tier(discounts, measure) {
    const reached = (discounts || []).filter(({ threshold }) => measure >= (threshold || 0));
    return reached.reduce((best, discount) => (best === null || discount.threshold > best.threshold ? discount : best), null);
}

/** What a rule without a condition gives: `{ discount, parts, times }`. */
function simple(rule, { open, goods }, limit) {
    const qualifying = constraintsOf(rule.qualifyingProductsCombination);
    const discounted = constraintsOf(rule.discountedProductsCombination);
    if (qualifying || discounted) {
        const pile = new Pile(goods);
        const parts = [];
        let times = 0;
        while (times < limit) {
            const first = qualifying ? pile.takeCombination(qualifying, goods) : [];
            const second = first && discounted ? pile.takeCombination(discounted, open) : first && [];
            if (!first || !second) {
                break;
            }
            parts.push(...second);
            times += 1;
        }
        const targets = discounted ? parts : pile.take(pick(rule.discountedProducts, open), times === 0 ? 0 : Infinity);
        return { discount: rule.simpleDiscount, parts: targets, times };
    }
    const targets = pick(rule.discountedProducts || rule.qualifyingProducts, open);
    const parts = new Pile(targets).take(targets, limit);
    return { discount: rule.simpleDiscount, parts, times: parts.reduce((sum, part) => sum + part.count, 0) };
}

/** What a rule gives from a number or an amount of products on. */
function conditional(rule, { open, goods, reckoning }, limit) {
    const qualifying = pick(rule.qualifyingProducts, goods);
    const byAmount = rule.discounts.conditionType === 'product-amount';
    const measure = byAmount ? qualifying.reduce((sum, item) => sum + item.price - item.taken, 0) / reckoning.scale : count(qualifying);
    const discount = qualifying.length === 0 ? null : tier(rule.discounts.discount, measure);
    if (discount === null) {
        return NONE;
    }
    const targets = pick(rule.discountedProducts || rule.qualifyingProducts, open);
    const times = discount.threshold > 0 ? Math.floor(measure / discount.threshold) : 1;
    return { discount, parts: new Pile(targets).take(targets, limit), times: Math.min(times, limit) };
}

/** The tiers of a rule by which who buys some gets others, that of the most pieces first. */
function tiersOf({ bogo, bogoDiscounts }) {
    const size = ({ threshold, eligibleQuantity }) => (threshold || 1) + (eligibleQuantity || 1);
    return bogo ? [bogo] : (bogoDiscounts.bogo || []).slice().sort((left, right) => size(right) - size(left));
}

/** Pieces that are no dearer than the cheapest of those bought for them. */
function noDearer(items, bought) {
    const limit = Math.min(...bought.map(({ item }) => unit(item)));
    return items.filter((item) => unit(item) <= limit);
}

/** What the site's preferences say of who buys some and gets others: which pieces are given first, and whether these may be dearer. */
function preferences() {
    const { PromotionBogoDiscountBehavior: behavior, PromotionBogoDiscountEligibility: eligibility = 'MaxPrice' } = context.site.standardPreferences || {};
    return { order: behavior === 'LeastExpensive' ? cheapest : dearest, isLimited: eligibility === 'MaxPrice' };
}

/** Buy some, get others: the dearest pieces qualify, the next ones or the cheapest are given; of several tiers the largest that there are pieces for. */
function buyAndGet(rule, { open }, limit) {
    const isExact = (rule.bogoDiscounts || {}).requireExactEligibleQuantity === 'true';
    const combination = constraintsOf(rule.qualifyingProductsCombination);
    const others = constraintsOf(rule.discountedProductsCombination);
    const qualifying = pick(rule.qualifyingProducts, open);
    const targets = pick(rule.discountedProducts || (others ? null : rule.qualifyingProducts), open);
    const pile = new Pile(open);
    const { order, isLimited } = preferences();
    const take = ({ eligibleQuantity }, first) => {
        if (others) {
            return pile.takeCombination(others, open) || [];
        }
        const meant = isLimited ? noDearer(targets, first) : targets;
        return (isExact ? pile.takeAll(meant, eligibleQuantity || 1, order) : pile.take(meant, eligibleQuantity || 1, order)) || [];
    };
    const groups = [];
    tiersOf(rule).forEach((discount) => {
        while (groups.length < limit) {
            const first = combination ? pile.takeCombination(combination, open) : pile.takeAll(qualifying, discount.threshold || 1);
            const second = first === null ? [] : take(discount, first);
            if (second.length === 0) {
                pile.giveBack(first || []);
                return;
            }
            groups.push({ discount, parts: second, bought: first });
        }
    });
    return groups;
}

/** So many pieces for a price together, the largest number first. */
function together(rule, { open, reckoning }, limit) {
    const tiers = (rule.totalDiscounts.discount || []).slice().sort((left, right) => right.eligibleQuantity - left.eligibleQuantity);
    const targets = pick(rule.discountedProducts, open);
    const pile = new Pile(targets);
    const groups = [];
    for (const discount of tiers) {
        while (groups.length < limit) {
            const parts = discount.eligibleQuantity > 0 ? pile.takeAll(targets, discount.eligibleQuantity) : null;
            if (parts === null) {
                break;
            }
            groups.push({ discount, parts, savings: savings(discount, parts, reckoning) });
        }
    }
    return groups;
}

/** A combination of products for a price, as often as it is there. */
function combined(rule, { open, reckoning }, limit) {
    const constraints = constraintsOf(rule.discountedProductsCombination) || [];
    const pile = new Pile(open);
    const groups = [];
    while (constraints.length > 0 && groups.length < limit) {
        const parts = pile.takeCombination(constraints, open);
        if (parts === null) {
            break;
        }
        groups.push({ discount: rule.simpleDiscount, parts, savings: savings(rule.simpleDiscount, parts, reckoning) });
    }
    return groups;
}

const cost = ({ item, count: some }) => ((item.price - item.taken) * some) / item.quantity;

function savings(discount, parts, reckoning) {
    const price = parts.reduce((sum, part) => sum + cost(part), 0);
    const { totalFixedPrice: fixed, totalAmount: amount, totalPercentage: percentage } = discount;
    const wanted = fixed !== undefined ? price - reckoning.minor(fixed) : amount !== undefined ? reckoning.minor(amount) : (price * (percentage || 0)) / 100;
    return Math.round(Math.max(0, Math.min(price, wanted)));
}

/** Shares an amount between parts by what they cost; the last one bears what rounding leaves. */
function shared(amount, parts) {
    const price = parts.reduce((sum, part) => sum + cost(part), 0);
    let open = amount;
    return parts.map((part, index) => {
        const share = index === parts.length - 1 ? open : Math.round(price === 0 ? 0 : (amount * cost(part)) / price);
        open -= share;
        return share;
    });
}

/** Options of the lines that a rule is about. */
function ofOptions(rule, { promotion, open, reckoning }) {
    const { percentage, optionId } = rule.simpleDiscount.percentOffOptions;
    const owners = pick(rule.discountedProducts, open).map((item) => item.line);
    const options = reckoning.items.filter(({ line, owner, price }) => line.optionProductLineItem && price > 0
        && owners.includes(owner) && (!optionId || optionId.includes(line.optionID)) && !promotion.excludesOption(line.optionID));
    return options.map((item) => ({ item, count: item.quantity, amount: reckoning.off({ percentage }, item, item.quantity), discount: rule.simpleDiscount }));
}

function lineGrants({ discount, parts, bought }, reckoning) {
    return parts.map(({ item, count: some }) => ({ item, count: some, discount, bought, amount: reckoning.off(discount, item, some) }));
}

/** What groups of pieces save, each piece its share. */
function sharedGrants(groups) {
    return groups.flatMap(({ discount, parts, savings: amount }) => {
        const shares = shared(amount, parts);
        return parts.map(({ item, count: some }, index) => ({ item, count: some, discount, amount: shares[index] }));
    });
}

/** What is taken off by percentage or amount is borne by all that it is taken off from, where a promotion says so. */
function prorated(grants, { amount, percentage }, { promotion }) {
    const isBorneByAll = promotion[held].prorateAcrossEligibleItems && (amount !== undefined || percentage !== undefined);
    const related = Array.from(new Set(grants.map(({ item }) => item)));
    return isBorneByAll ? grants.map((grant) => Object.assign(grant, { related })) : grants;
}

function found(rule, world, limit) {
    const { simpleDiscount } = rule;
    if (rule.totalDiscounts || (simpleDiscount && simpleDiscount.totalFixedPrice !== undefined)) {
        return sharedGrants(rule.totalDiscounts ? together(rule, world, limit) : combined(rule, world, limit));
    }
    if (simpleDiscount && simpleDiscount.percentOffOptions) {
        return ofOptions(rule, world);
    }
    if (rule.bogo || rule.bogoDiscounts) {
        const groups = buyAndGet(rule, world, limit);
        const related = Array.from(new Set(groups.flatMap(({ bought, parts }) => bought.concat(parts).map(({ item }) => item))));
        return groups.flatMap((group) => lineGrants(group, world.reckoning).map((grant) => Object.assign(grant, { related })));
    }
    const result = hasConditions(rule) ? conditional(rule, world, limit) : simpleDiscount ? simple(rule, world, limit) : NONE;
    const { discount, times, parts } = result;
    if (!discount || times === 0) {
        return [];
    }
    if (discount.bonus || discount.bonusChoice) {
        return [{ discount, times, item: parts.length > 0 ? parts[0].item : null, isPresent: true }];
    }
    return discount.freeShipping || discount.fixedPriceShipping !== undefined
        ? whole(parts.map(({ item }) => item)).map((part) => Object.assign(part, { discount, isShipping: true }))
        : prorated(lineGrants(result, world.reckoning), discount, world);
}

/** Grants of one promotion for the same line are one: their pieces and amounts together. */
function merged(grants) {
    const byItem = new Map();
    grants.forEach((grant) => {
        const before = byItem.get(grant.item);
        if (before && !grant.isPresent) {
            before.count += grant.count;
            before.amount += grant.amount || 0;
            before.bought = (before.bought || []).concat(grant.bought || []);
        } else {
            byItem.set(grant.item, Object.assign({}, grant));
        }
    });
    return Array.from(byItem.values());
}

/**
 * What a product promotion gives now: `[{ item, count, discount, amount, related }]`, where `related` bear it if more than the
 * item do, and presents as `{ discount, times, isPresent }`.
 */
function ofProducts(promotion, reckoning) {
    const { rule } = promotion[held];
    const goods = reckoning.goodsOf(promotion);
    const open = dearest(goods.filter((item) => isOpen(promotion, item.applied) && fitsShipping(rule, item)));
    const limit = rule.maxApplications > 0 ? rule.maxApplications : Infinity;
    const worlds = rule.identicalProducts ? goods.map((item) => [item]) : [goods];
    const grants = worlds.map((some) => found(rule, { promotion, reckoning, goods: some, open: open.filter((item) => some.includes(item)) }, limit));
    return merged([].concat(...grants));
}

/** A rule that names shipping methods is about what is shipped by them. */
function fitsShipping({ shippingMethods }, item) {
    const ids = (shippingMethods && shippingMethods.methodId) || [];
    return ids.length === 0 || ids.includes(item.line.shipment.shippingMethodID);
}

module.exports = { ofProducts, tier };
