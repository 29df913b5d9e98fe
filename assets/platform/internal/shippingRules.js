'use strict';

/** What a site archive says of a way to ship: for which products and addresses it is, and what it costs. */

const { held } = require('./bean');
const { anyGroup } = require('./conditions');
const { isListed } = require('./customerGroups');
const { isGiven, matches } = require('./promotions/matching');

/** Whether it is for a product. */
function isForProduct(method, product) {
    const { excludedProducts } = method[held];
    return product === null || !isGiven(excludedProducts) || !matches(excludedProducts, product);
}

/** What stands at a path such as `shipment.shippingAddress.stateCode`. */
function reader(shipment) {
    return (path) => String(path).split('.').reduce((value, name) => (value === null || value === undefined ? null : value[name]), { shipment });
}

/** Whether it goes where a shipment goes; it may go anywhere while nobody has said where to. */
function isForAddress(method, shipment) {
    const { excludedAddresses, includedAddresses } = method[held];
    if (shipment.shippingAddress === null) {
        return true;
    }
    const names = (rule) => anyGroup(rule.conditionGroup, reader(shipment));
    return !(excludedAddresses && names(excludedAddresses)) && !(includedAddresses && !names(includedAddresses));
}

/** Whether it is in a currency, for a group that the visitor is in. */
function isForVisitor(method, currency) {
    return method.currencyCode === currency && isListed(session.customer, method[held].customerGroups);
}

/** What a piece of a product costs: beside the shipment (`surcharge`), or instead of its share in it (`fixedCost`). */
function costOfProduct(method, product) {
    const group = product && (method[held].productCosts || []).find((it) => isGiven(it.products) && matches(it.products, product));
    return group && (group.surcharge !== undefined || group.fixedCost !== undefined) ? group : null;
}

/** What the goods of a shipment cost for which it has no cost of their own. */
function totalOf(method, shipment) {
    const apart = shipment.productLineItems.toArray().filter((line) => {
        const cost = costOfProduct(method, line.product);
        return cost !== null && cost.fixedCost !== undefined;
    });
    return apart.reduce((total, line) => total.subtract(line.price), shipment.merchandizeTotalPrice);
}

module.exports = { isForProduct, isForAddress, isForVisitor, costOfProduct, totalOf };
