'use strict';

/** What a `FilteringCollection` is selected and sorted by. */

function constant(name, members) {
    return Object.freeze(Object.assign({ toString: () => name }, members));
}

function sorted(compare) {
    return (elements) => elements.sort(compare);
}

function ofType(type) {
    return ({ orderItem }) => orderItem.type.value === type;
}

function positionOf({ orderItem }) {
    return orderItem.lineItem.lineItemCtnr.orderItems().findIndex(({ itemID }) => itemID === orderItem.itemID);
}

/** By name, as constants of the classes that have such collections. */
const BY = {
    ORDERBY_UNSORTED: constant('ORDERBY_UNSORTED', { sort: (elements) => elements }),
    ORDERBY_REVERSE: constant('ORDERBY_REVERSE', { sort: (elements) => elements.reverse() }),
    ORDERBY_ITEMID: constant('ORDERBY_ITEMID', { sort: sorted((left, right) => left.itemID - right.itemID) }),
    ORDERBY_ITEMPOSITION: constant('ORDERBY_ITEMPOSITION', { sort: sorted((left, right) => positionOf(left) - positionOf(right)) }),
    ORDERBY_CREATION_DATE: constant('ORDERBY_CREATION_DATE', { sort: sorted((left, right) => left.creationDate - right.creationDate) }),
    QUALIFIER_PRODUCTITEMS: constant('QUALIFIER_PRODUCTITEMS', { select: ofType('PRODUCT') }),
    QUALIFIER_SERVICEITEMS: constant('QUALIFIER_SERVICEITEMS', { select: ofType('SERVICE') }),
    QUALIFIER_CAPTURE: constant('QUALIFIER_CAPTURE', { select: ({ type }) => type.value === 'CAPTURE' }),
    QUALIFIER_REFUND: constant('QUALIFIER_REFUND', { select: ({ type }) => type.value === 'CREDIT' })
};

/** Those of collections of items. */
const ITEMS = ['ORDERBY_ITEMID', 'ORDERBY_ITEMPOSITION', 'ORDERBY_UNSORTED', 'QUALIFIER_PRODUCTITEMS', 'QUALIFIER_SERVICEITEMS'];

function constantsOf(names) {
    return Object.fromEntries(names.map((name) => [name, BY[name]]));
}

module.exports = { BY, constantsOf, itemConstants: constantsOf(ITEMS) };
