'use strict';

/** The customers that this thread has met, and who of them is visiting. */

const { held } = require('./bean');
const context = require('./context');
const ledger = require('./ledger');
const { changed, keeperOf, met } = require('./met');
const Customer = require('dw/customer/Customer');

let visitor = null;
const known = new Map();

ledger.register(keeperOf(known));

function guest(id) {
    return new Customer({ id, custom: {} });
}

/** A guest whose token says who he is has that ID. */
function anonymous() {
    return guest(context.session.guest || `anonymous-${context.session.id}`);
}

/** One object a customer, so that a script's changes to it are seen everywhere. */
function remembered(document) {
    if (!known.has(document.number)) {
        known.set(document.number, new Customer(met(document)));
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
    ledger.tell(document);
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

/** Profiles that this thread changed. */
function keptProfiles() {
    return changed(known.values());
}

module.exports = { guest, remembered, forget, entered, left, current, keptNumber, keptProfiles };
