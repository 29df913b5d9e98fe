'use strict';

/**
 * What stands behind the documents of an order: what was sent, came back, was billed and made good. They are kept with
 * the order, as lists of it: `shipping_orders`, `return_cases`, `returns`, `invoices`, `appeasements`, whose `items`
 * name the order's items. An item's prices are those that its line had when it was made.
 */

const { held } = require('./bean');
const { grossOf, netOf } = require('./taxes');

/** One object a document, so that a script's changes to it are seen everywhere. */
const objects = new WeakMap();

function live(document, make) {
    if (!objects.has(document)) {
        objects.set(document, make(document));
    }
    return objects.get(document);
}

function id() {
    return host.call('random.id', null);
}

/** The documents of a kind that an order has. */
function documents(order, kind) {
    return order[held][kind] || [];
}

/** Adds a document to an order, under a number of its own. */
function added(order, kind, number, values) {
    if (documents(order, kind).some((document) => document.number === number)) {
        throw new Error(`The order ${order.orderNo} has a document ${number} already`);
    }
    const document = Object.assign({ uuid: id(), number: String(number), created: new Date().toISOString(), created_by: order.createdBy,
        items: [], custom: {} }, values);
    order[held][kind] = documents(order, kind).concat(document);
    return document;
}

/** The next number that is made of the order's: `1234#RC1`, `1234#RC2`, … */
function numbered(order, kind, letters) {
    return `${order.orderNo}#${letters}${documents(order, kind).length + 1}`;
}

/** The next ID of an item. */
function itemID(order) {
    order[held].last_item = (order[held].last_item || 0) + 1;
    return String(order[held].last_item);
}

/** An amount as it is kept; none and one that isn't available are alike. */
function kept(money) {
    return money && money.available ? money.toNumberString() : null;
}

/** What all of a line costs after its discounts and its share of those of the whole order, and the tax of that. */
function pricesOf(line) {
    const basis = line.proratedPrice || line.adjustedPrice;
    return { basis, tax: basis.equals(line.price) ? line.tax : line.taxOf(basis) };
}

/** So much of an amount, in whole pieces of its smallest coin, half a one up or down. */
function share(money, factor, divisor, isUp = true) {
    if (!money.available) {
        return money;
    }
    const { defaultFractionDigits: digits } = require('dw/util/Currency').getCurrency(money.currencyCode);
    const exact = money.decimalValue.multiply(factor).divide(divisor);
    const rounded = exact.round(digits);
    const above = rounded.subtract(exact).multiply(2 * 10 ** digits);
    return money.newMoney(!isUp && above.get() === 1 ? rounded.subtract(1 / 10 ** digits) : rounded);
}

/** How many pieces a line is of; freight is one. */
function pieces(line) {
    return line.quantityValue === undefined ? 1 : line.quantityValue;
}

/** What is kept of the prices of so many pieces of a line; of all without a number. */
function portion(line, quantity) {
    const { basis, tax } = pricesOf(line);
    const part = (money) => kept(quantity === null ? money : share(money, quantity, pieces(line)));
    return { basis: part(basis), tax: part(tax) };
}

/** What is kept of a new item of a document, at what its line costs, unless the values tell another price. */
function item(orderItem, values) {
    const { lineItem: line, itemID: known } = orderItem;
    return Object.assign({ uuid: id(), id: itemID(line.lineItemCtnr), order_item: known, custom: {} }, portion(line, null), values);
}

/** The net price, the tax and the gross price of a basis. */
function priced(basis, tax) {
    return { basis, tax, net: netOf(basis, tax), gross: grossOf(basis, tax) };
}

/** One of the values that a class has constants for. */
function valid(values, status) {
    if (status === null || status === undefined) {
        throw new TypeError('A status is missing');
    }
    if (!values.includes(String(status))) {
        throw new Error(`There is no status ${status}, but ${values.join(', ')}`);
    }
    return String(status);
}

/** A change of status that is allowed: `allowed` has what follows each one. */
function moved(allowed, from, to) {
    const status = valid(Object.keys(allowed), to);
    if (status !== from && !allowed[from].includes(status)) {
        throw new Error(`What is ${from} can't be ${status}`);
    }
    return status;
}

/** The constants of a class for such values: `STATUS_NEW` for `NEW`. */
function constants(prefix, values) {
    return Object.fromEntries(values.map((value) => [`${prefix}_${value}`, value]));
}

function choice(value) {
    return new (require('dw/value/EnumValue'))(value === undefined ? null : value, value || '');
}

/** A code that a shop's metadata list, as a text or a choice. */
function codeOf(code) {
    return code === null || code === undefined ? null : String(typeof code === 'object' ? code.value : code);
}

module.exports = { live, documents, added, numbered, itemID, kept, pieces, portion, pricesOf, share, item, priced, valid, moved, constants, choice, codeOf, id };
