'use strict';

/** The site's groups of customers: those that the platform brings, those with a list of members, and those with a rule. */

const { held } = require('./bean');
const { anyGroup } = require('./conditions');
const context = require('./context');
const shop = require('./shop');

const BUILT_IN = {
    Everyone: () => true,
    Registered: (customer) => customer.registered,
    Unregistered: (customer) => !customer.registered
};

const known = new Map();

/** The group of an ID; null if there is none. */
function find(id) {
    if (!known.has(id)) {
        const document = shop.find('customer-group', id) || (Object.hasOwn(BUILT_IN, id) ? { id } : null);
        const CustomerGroup = require('dw/customer/CustomerGroup');
        known.set(id, document === null ? null : new CustomerGroup(document));
    }
    return known.get(id);
}

function all() {
    const ids = new Set(Object.keys(BUILT_IN).concat(shop.list('customer-group').map(({ id }) => id)));
    return Array.from(ids, find);
}

/** The groups of a list of IDs, without those that aren't there. */
function named(ids) {
    return (ids || []).map(find).filter(Boolean);
}

// What rules ask

const hostOf = (url) => (/^[a-z]+:\/\/([^/:?#]+)/i.exec(url || '') || [])[1] || null;

/** The words that were searched for where the visitor came from. */
function keywords(url) {
    const found = /[?&]q=([^&#]*)/.exec(url || '');
    try {
        return found ? decodeURIComponent(found[1].replace(/\+/g, ' ')) : null;
    } catch (ignored) {
        // Whoever asks may send anything.
        return null;
    }
}

const OF_SESSION = {
    referrerURL: () => context.session.referrer,
    referrerHost: () => hostOf(context.session.referrer),
    referrerKeywords: () => keywords(context.session.referrer),
    sourceCodeGroup: () => session.sourceCodeInfo && session.sourceCodeInfo.group,
    authenticated: () => session.customerAuthenticated,
    // Nobody shops on behalf of a customer here.
    agentUserAuthenticated: () => false,
    currency: () => session.currency
};

const walked = (root, names) => names.reduce((at, name) => (at === null || at === undefined ? null : at[name]), root);

/** Only the visitor's own membership depends on what is known of session and request. */
function reader(customer) {
    return (path) => {
        const [root, ...names] = path.split('.');
        if (root === 'customer') {
            const isLogin = path === 'customer.profile.login';
            return path === 'customer.customerGroups' ? membershipsOf(customer) : walked(customer, isLogin ? ['profile', 'credentials', 'login'] : names);
        }
        if (customer !== require('./visitors').current()) {
            return null;
        }
        if (root === 'session') {
            return Object.hasOwn(OF_SESSION, names[0]) ? OF_SESSION[names[0]]() : names[0] === 'custom' ? session.custom[names[1]] : null;
        }
        return root === 'request' ? walked(request, names) : null;
    };
}

/** Groups whose rules are being looked at: one that asks for itself has no answer yet. */
const asked = new Set();

function follows(customer, { includedCustomers, excludedCustomers }) {
    const read = reader(customer);
    return anyGroup((includedCustomers || {}).conditionGroup, read) && !anyGroup((excludedCustomers || {}).conditionGroup, read);
}

function isMember(customer, group) {
    const { ID: id } = group;
    const { membershipRule } = group[held];
    if (Object.hasOwn(BUILT_IN, id)) {
        return BUILT_IN[id](customer);
    }
    if (!membershipRule) {
        return (customer[held].groups || []).includes(id);
    }
    if (asked.has(id)) {
        return false;
    }
    asked.add(id);
    try {
        return follows(customer, membershipRule);
    } finally {
        asked.delete(id);
    }
}

/** The groups that a customer is in. */
function membershipsOf(customer) {
    return all().filter((group) => isMember(customer, group));
}

/** Whether a customer is one of those that a list of IDs is for: in all of the groups or in any; an empty list is for all. */
function isMeant(customer, ids, matchMode) {
    const isIn = (id) => customer.isMemberOfCustomerGroup(id);
    return (ids || []).length === 0 || (matchMode === 'all' ? ids.every(isIn) : ids.some(isIn));
}

/** The same for a list as archives have it: an ID is `groupId` or what the element holds, by the kind of file. */
function isListed(customer, list) {
    const { matchMode, customerGroup } = list || {};
    return isMeant(customer, (customerGroup || []).map(({ groupId, value }) => groupId || value), matchMode);
}

module.exports = { all, find, named, isMember, membershipsOf, isMeant, isListed, isBuiltIn: (id) => Object.hasOwn(BUILT_IN, id) };
