'use strict';

/** The customers that this thread has met, and who of them is visiting. */

const { held } = require('./bean');
const container = require('./container');
const context = require('./context');
const Customer = require('dw/customer/Customer');

let visitor = null;
const known = new Map();

/** A guest whose token says who he is has that ID. */
function anonymous() {
    return new Customer({ id: context.session.guest || `anonymous-${context.session.id}`, custom: {} });
}

/** One object a customer, so that a script's changes to it are seen everywhere. */
function remembered(document) {
    if (!known.has(document.number)) {
        known.set(document.number, new Customer(document));
    }
    return known.get(document.number);
}

function forget(number) {
    known.delete(number);
}

/** From now on the session is this customer's. */
function entered(customer) {
    const document = customer[held];
    const now = new Date().toISOString();
    Object.assign(document, { authenticated: true, previousLoginTime: document.lastLoginTime, lastLoginTime: now, lastVisitTime: now });
    visitor = customer;
    return visitor;
}

/** From now on the session is nobody's. */
function left() {
    visitor = anonymous();
    return visitor;
}

/** Whom the session belongs to. */
function current() {
    if (visitor === null) {
        const number = context.session.customer;
        const document = number ? host.call('customer.get', { number }) : null;
        visitor = document ? remembered(Object.assign(document, { authenticated: true })) : anonymous();
    }
    return visitor;
}

/** The number of the customer whom the session stays logged in as. */
function keptNumber() {
    const customer = current();
    return customer.authenticated ? customer.profile.customerNo : null;
}

/** Profiles that this thread may have changed. */
function keptProfiles() {
    container.keepCustom();
    return Array.from(known.values(), (customer) => customer[held]);
}

module.exports = { remembered, forget, entered, left, current, keptNumber, keptProfiles };
