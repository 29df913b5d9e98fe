'use strict';

/**
 * Whether a rule means a product. A specification is `{ conditionGroup: […], excludedProducts: { conditionGroup: […] } }`:
 * one group has to hold, in it every condition, of each condition's values one.
 */

function texts(value) {
    if (value === null || value === undefined) {
        return [];
    }
    if (typeof value === 'object') {
        const inner = typeof value.toArray === 'function' ? value.toArray() : value;
        return Array.isArray(inner) ? [].concat(...inner.map(texts)) : texts('value' in inner ? inner.value : String(inner));
    }
    return [String(value)];
}

const some = (test) => (own, wanted) => own.some((it) => wanted.some((other) => test(it, other)));
const not = (operator) => (own, wanted) => !operator(own, wanted);
const equal = some((own, wanted) => own === wanted);
const contains = some((own, wanted) => own.includes(wanted));
const exists = (own) => own.length > 0;
const greater = some((own, wanted) => Number(own) > Number(wanted));
const less = some((own, wanted) => Number(own) < Number(wanted));

const OPERATORS = {
    'is equal': equal,
    equals: equal,
    'is not equal': not(equal),
    'not equals': not(equal),
    contains,
    'does not contain': not(contains),
    'starts with': some((own, wanted) => own.startsWith(wanted)),
    exists,
    'does not exist': not(exists),
    'greater than': greater,
    'less than': less,
    'greater or equal': some((own, wanted) => Number(own) >= Number(wanted)),
    'less or equal': some((own, wanted) => Number(own) <= Number(wanted))
};

/** An operator that isn't known holds for nothing. */
function holds(operator, own, wanted) {
    const known = OPERATORS[operator || 'is equal'];
    return known !== undefined && known(texts(own), texts(wanted));
}

function isBelow(product, id) {
    const category = require('dw/catalog/CatalogMgr').getCategory(id);
    return category !== null && (product.isAssignedToCategory(category) || product.masterProduct.isAssignedToCategory(category));
}

const CONDITIONS = {
    categoryCondition: (product, { operator, categoryId }) => holds(operator, (categoryId || []).filter((id) => isBelow(product, id)), categoryId),
    productIdCondition: (product, { operator, productId }) => holds(operator, [product.ID, product.masterProduct.ID], productId),
    brandCondition: (product, { operator, brand }) => holds(operator, product.brand, brand),
    attributeCondition: (product, { operator, attributeId, attributeValue }) => {
        const custom = product.custom[attributeId];
        const own = custom === null || custom === undefined ? product[attributeId] : custom;
        // Archives write numbers as `20.0`, too; an ID such as `007` is no number.
        return holds(operator, own, typeof own === 'number' ? (attributeValue || []).map(Number) : attributeValue);
    },
    priceCondition: (product, { operator, price }) => product.priceModel.price.available && holds(operator, product.priceModel.price.value, price),
    priceBookCondition: (product, { operator, priceBookId }) => holds(operator, product.priceModel.priceInfos.toArray().map((info) => info.priceBook.ID), priceBookId),
    shippingClassCondition: (product, { operator, value }) => holds(operator, product.custom.shippingClass, value)
};

function groupHolds(group, product) {
    return Object.keys(group).every((name) => (
        name in CONDITIONS && group[name].every((condition) => CONDITIONS[name](product, condition))
    ));
}

function anyGroup(specification, product) {
    return (specification.conditionGroup || []).some((group) => groupHolds(group, product));
}

const named = (specification) => Boolean(specification && (specification.conditionGroup || []).length > 0);

/** Whether a specification says anything. */
function isGiven(specification) {
    return named(specification) || Boolean(specification && named(specification.excludedProducts));
}

/** Whether it means a product; one that names nothing means all but what it excludes. */
function matches(specification, product) {
    const isIn = !named(specification) || anyGroup(specification, product);
    return isIn && !(named(specification.excludedProducts) && anyGroup(specification.excludedProducts, product));
}

module.exports = { isGiven, matches };
