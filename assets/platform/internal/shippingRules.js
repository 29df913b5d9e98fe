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

/** A member of an object, or what a map has for it. */
function memberOf(object, name) {
    return object instanceof require('dw/util/Map') ? object.get(name) : object[name];
}

/** What stands at a path such as `shipment.shippingAddress.stateCode`, where the address is another one. */
function reader(shipment, address) {
    const TO = 'shipment.shippingAddress.';
    return (path) => {
        const text = String(path);
        const [from, names] = text.startsWith(TO) ? [address, text.slice(TO.length)] : [{ shipment }, text];
        return names.split('.').reduce((value, name) => (value === null || value === undefined ? null : memberOf(value, name)), from);
    };
}

/** Whether it goes to an address of a shipment; it may go anywhere while nobody has said where to. */
function isForAddress(method, shipment, address) {
    const { excludedAddresses, includedAddresses } = method[held];
    if (address === null) {
        return true;
    }
    const names = (rule) => anyGroup(rule.conditionGroup, reader(shipment, address));
    return !(excludedAddresses && names(excludedAddresses)) && !(includedAddresses && !names(includedAddresses));
}

/** Whether it is in a currency, for a group that the visitor is in. */
function isForVisitor(method, currency) {
    return method.currencyCode === currency && isListed(require('./visitors').current(), method[held].customerGroups);
}

/**
 * What a piece of a product costs: instead of its share in the shipment (`fixedCost`), else beside it (`surcharge`). Of
 * several costs the lowest counts.
 */
function costOfProduct(method, product) {
    const groups = ((product && method[held].productCosts) || []).filter((it) => isGiven(it.products) && matches(it.products, product));
    const lowest = (name) => groups.filter((group) => group[name] !== undefined)
        .reduce((low, group) => (low === null || Number(group[name]) < Number(low[name]) ? { [name]: group[name] } : low), null);
    return lowest('fixedCost') || lowest('surcharge');
}

/** What the goods of a shipment cost after all discounts for which it has no cost of their own. */
function totalOf(method, shipment) {
    const apart = shipment.productLineItems.toArray().filter((line) => {
        const cost = costOfProduct(method, line.product);
        return cost !== null && cost.fixedCost !== undefined;
    });
    const all = apart.flatMap((line) => [line].concat(line.optionProductLineItems.toArray()));
    return all.reduce((total, line) => total.subtract(line.proratedPrice), shipment.proratedMerchandizeTotalPrice);
}

module.exports = { isForProduct, isForAddress, isForVisitor, costOfProduct, totalOf };
