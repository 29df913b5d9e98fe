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

/** Whether the browser is to know a customer again; whoever keeps the session dates it. */
function remember(customer) {
    context.session.remembered = customer === null ? null : { number: customer.profile.customerNo, since: null };
}

/** From now on the session is this customer's, whom the browser knows again if it `remembers` him. */
function entered(customer, remembers) {
    const document = customer[held];
    const now = new Date().toISOString();
    Object.assign(document, { authenticated: true, previousLoginTime: document.lastLoginTime, lastLoginTime: now, lastVisitTime: now });
    ledger.tell(document);
    visitor = customer;
    remember(remembers ? customer : null);
    return visitor;
}

/** From now on nobody is logged in; a registered customer may be `remembered` all the same. */
function left(isRemembered) {
    const before = current();
    if (before.registered) {
        before[held].authenticated = false;
        ledger.tell(before[held]);
    }
    visitor = isRemembered && before.registered ? before : anonymous();
    remember(visitor.registered ? visitor : null);
    return visitor;
}

function found(number, authenticated) {
    const document = number ? host.call('customer.get', { number }) : null;
    return document ? remembered(Object.assign(document, { authenticated })) : null;
}

/** Whom the session belongs to: who is logged in, who is known from before without that, or a guest. */
function current() {
    if (visitor === null) {
        const { customer: number, remembered: known } = context.session;
        visitor = found(number, true) || found(known && known.number, false) || anonymous();
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
