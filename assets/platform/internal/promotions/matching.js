'use strict';

/**
 * Whether a rule means a product. A specification is `{ conditionGroup: […], excludedProducts: { conditionGroup: […] } }`:
 * one group has to hold, in it every condition, of each condition's values one.
 */

const { held } = require('../bean');
const { tables } = require('../prices');
const { isNothing } = require('../unset');

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
    'ends with': some((own, wanted) => own.endsWith(wanted)),
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

const below = (category, other) => category.isSubCategoryOf(other);
const childOf = (category, other) => category.parent !== null && category.parent.ID === other.ID;

/** Whether a category of a product is what is said of another one. */
const CATEGORIES = {
    'is equal': (own, other) => own.ID === other.ID || below(own, other),
    'is exactly': (own, other) => own.ID === other.ID,
    'is child of': below,
    'is direct child of': childOf,
    'is parent of': (own, other) => below(other, own),
    'is direct parent of': (own, other) => childOf(other, own),
    'is sibling of': (own, other) => own.ID !== other.ID && own.parent !== null && other.parent !== null && own.parent.ID === other.parent.ID
};

function isPlaced(product, operator, id) {
    const { CatalogMgr } = dw.catalog;
    const other = CatalogMgr.getCategory(id);
    const holdsFor = CATEGORIES[operator || 'is equal'];
    const own = product.categories.toArray().concat(product.masterProduct.categories.toArray());
    return other !== null && holdsFor !== undefined && own.some((category) => holdsFor(category, other));
}

/** The books that a price is in: that at which a piece is sold, with those it derives from, or all that have one. */
function booksOf(product, operator) {
    if (operator === 'price in') {
        return tables(product[held]).map(([book]) => book);
    }
    const { priceModel } = product;
    const books = [];
    for (let book = priceModel.priceInfo && priceModel.priceInfo.priceBook; book; book = book.parentPriceBook) {
        books.push(book.ID);
    }
    return operator === 'storefront price in' ? books.slice(0, 1) : books;
}

/** `12.90`, of which rules name the end. */
const written = ({ value }) => Number(value).toFixed(2);

function optionValues({ optionModel }, id) {
    const options = optionModel ? optionModel.options.toArray().filter((option) => !id || option.ID === id) : [];
    return options.flatMap((option) => option.optionValues.toArray().map((value) => value.ID));
}

const CONDITIONS = {
    categoryCondition: (product, { operator, categoryId }) => (categoryId || []).some((id) => isPlaced(product, operator, id)),
    productIdCondition: (product, { operator, productId }) => holds(operator, [product.ID, product.masterProduct.ID], productId),
    brandCondition: (product, { operator, brand }) => holds(operator, product.brand, brand),
    attributeCondition: (product, { operator, attributeId, attributeValue }) => {
        const custom = product.custom[attributeId];
        const own = isNothing(custom) ? product[attributeId] : custom;
        // Archives write numbers as `20.0`, too; an ID such as `007` is no number.
        return holds(operator, own, typeof own === 'number' ? (attributeValue || []).map(Number) : attributeValue);
    },
    priceCondition: (product, { operator, price, priceEnding }) => {
        const { price: own } = product.priceModel;
        return own.available && (priceEnding ? holds(operator, written(own), priceEnding) : holds(operator, own.value, price));
    },
    pricebookCondition: (product, { operator, pricebookId }) => holds('is equal', booksOf(product, operator), pricebookId),
    inventoryCondition: (product, { operator, ats }) => {
        const { inventoryRecord: record } = product.availabilityModel;
        return record !== null && holds(operator, record.perpetual ? Infinity : record.ATS.value, ats);
    },
    productSetCondition: (product, { operator, productSetId }) => holds(operator, product.productSets.toArray().map((set) => set.ID), productSetId),
    optionCondition: (product, { operator, optionId, optionValueId }) => holds(operator, optionValues(product, optionId), optionValueId)
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
