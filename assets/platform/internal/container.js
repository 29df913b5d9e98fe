'use strict';

const { recorded } = require('./attributes');
const ledger = require('./ledger');
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

/** Attributes by the document that they belong to, with what brings their changes there. */
const live = new Map();

/** The attributes of a document; `make` makes them, `{ attributes, keep }`, for who asks first. */
function tracked(document, make) {
    if (!live.has(document)) {
        live.set(document, make());
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

/** The custom attributes of a document; `type` is what metadata call its type. */
function customOf(document, type) {
    return tracked(document, () => {
        const attributes = records.custom(document, type);
        const made = Object.assign({}, attributes);
        const stored = document.custom || {};
        const keep = () => {
            const values = recorded(attributes);
            Object.keys(values).filter((name) => isSame(attributes[name], made[name], stored[name])).forEach((name) => {
                values[name] = stored[name];
            });
            document.custom = values;
        };
        if (ledger.isWatched(document)) {
            ledger.watch(attributes);
        }
        return { attributes, keep };
    });
}

/** The attributes of a document that somebody has asked for; undefined if nobody has. */
function attributesOf(document) {
    return live.has(document) ? live.get(document).attributes : undefined;
}

function keepCustom() {
    live.forEach(({ keep }) => keep());
}

/** The document as a text, with what was set of its own attributes; not of those of its parts. */
function textOf(document) {
    if (live.has(document)) {
        live.get(document).keep();
    }
    return JSON.stringify(document);
}

/** Lets the attributes of a document go, whose changes have reached it: they are made anew for who asks next. */
function released(document) {
    if (live.has(document)) {
        live.get(document).keep();
        live.delete(document);
    }
}

function isDocument(value) {
    return typeof value === 'object' && value !== null;
}

/** What tells an element of a list from the others. */
function identityOf(element) {
    return isDocument(element) ? element.uuid || element.id || element.ID : undefined;
}

/** The elements as they were: those that are still there stay the same objects, which scripts may hold. */
function restoredList(now, earlier) {
    const elements = earlier.map((element, index) => {
        const identity = identityOf(element);
        const same = identity === undefined ? now[index] : now.find((each) => identityOf(each) === identity);
        return restored(same, element);
    });
    now.splice(0, now.length, ...elements);
    return now;
}

function restored(now, earlier) {
    if (!isDocument(now) || !isDocument(earlier) || Array.isArray(now) !== Array.isArray(earlier)) {
        return earlier;
    }
    if (Array.isArray(now)) {
        return restoredList(now, earlier);
    }
    Object.keys(now).filter((name) => !Object.hasOwn(earlier, name)).forEach((name) => delete now[name]);
    Object.keys(earlier).forEach((name) => { now[name] = restored(now[name], earlier[name]); });
    live.delete(now);
    return now;
}

/** Puts an earlier state back into a document that live objects hold, and into all that it is made of. */
function replaced(document, earlier) {
    restored(document, JSON.parse(earlier));
}

function frozen(document) {
    keepCustom();
    return JSON.stringify(document);
}

module.exports = { created, tracked, customOf, attributesOf, keepCustom, textOf, released, frozen, replaced };
