'use strict';

const { recorded } = require('./attributes');
const records = require('./records');

/**
 * The persistent form of baskets and orders and the live objects made of it.
 *
 * A document is plain data: `{ uuid, currency, lines, adjustments, shipments, payments, coupons,
 * customer, billing, custom, … }`. Objects write into it, so what is kept is always what was last set.
 */
function created(currency, customer) {
    return {
        uuid: host.call('random.id', null),
        currency,
        created: new Date().toISOString(),
        lines: [],
        adjustments: [],
        shipping_adjustments: [],
        coupons: [],
        payments: [],
        shipment: { uuid: host.call('random.id', null), id: 'me', method: null, amount: null, address: null, custom: {} },
        billing: null,
        customer: customer || {},
        custom: {}
    };
}

/** Attributes whose changes reach `document.custom` when `keepCustom` runs, what they began as, and what that was made of. */
const live = new Map();

function customOf(document) {
    if (!live.has(document)) {
        const attributes = records.custom(document);
        live.set(document, { attributes, made: Object.assign({}, attributes), stored: document.custom || {} });
    }
    return live.get(document).attributes;
}

/** Whether a value that JSON doesn't have is still what was stored. */
function isSame(now, made, stored) {
    if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) {
        return false;
    }
    return '@date' in stored ? now instanceof Date && now.getTime() === Date.parse(stored['@date']) : now === made;
}

function keepCustom() {
    for (const [document, { attributes, made, stored }] of live) {
        const values = recorded(attributes);
        Object.keys(values).filter((name) => isSame(attributes[name], made[name], stored[name])).forEach((name) => {
            values[name] = stored[name];
        });
        document.custom = values;
    }
}

/** Puts an earlier state back into a document that live objects hold. */
function replaced(document, earlier) {
    Object.keys(document).forEach((name) => delete document[name]);
    Object.assign(document, JSON.parse(earlier));
    live.delete(document);
}

function frozen(document) {
    keepCustom();
    return JSON.stringify(document);
}

module.exports = { created, customOf, keepCustom, frozen, replaced };
