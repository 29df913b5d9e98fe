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

/** Attributes whose changes reach `document.custom` when `keepCustom` runs. */
const live = new Map();

function customOf(document) {
    if (!live.has(document)) {
        live.set(document, records.custom(document));
    }
    return live.get(document);
}

function keepCustom() {
    for (const [document, attributes] of live) {
        document.custom = recorded(attributes);
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
