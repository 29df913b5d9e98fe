'use strict';

/** What documents were when this thread met them, as texts. */
const before = new WeakMap();

/** A document that the shop keeps, as a thread meets it. */
function met(document) {
    if (!before.has(document)) {
        before.set(document, JSON.stringify(document));
    }
    return document;
}

/** Those that aren't what they were: `{ before, after }`, where `before` is null for one that was made here. */
function changed(documents) {
    return documents.filter((document) => JSON.stringify(document) !== before.get(document))
        .map((document) => ({ before: before.has(document) ? JSON.parse(before.get(document)) : null, after: document }));
}

module.exports = { met, changed };
