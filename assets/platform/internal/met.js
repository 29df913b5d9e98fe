'use strict';

const { held } = require('./bean');
const container = require('./container');

/** What documents were when this thread met them, as texts. */
const before = new WeakMap();

/** A document that the shop keeps, as a thread meets it. */
function met(document) {
    if (!before.has(document)) {
        before.set(document, JSON.stringify(document));
    }
    return document;
}

/** Of objects those whose documents aren't what they were: `{ before, after }`, where `before` is null for one that was made here. */
function changed(objects) {
    container.keepCustom();
    return Array.from(objects, (object) => object[held]).filter((document) => JSON.stringify(document) !== before.get(document))
        .map((document) => ({ before: before.has(document) ? JSON.parse(before.get(document)) : null, after: document }));
}

/** What keeps the objects of a map for transactions: those that were made in one that is taken back are gone. */
function keeperOf(objects) {
    return {
        snapshot() {
            container.keepCustom();
            return new Map(Array.from(objects.values(), (object) => [object, JSON.stringify(object[held])]));
        },
        restore(earlier) {
            for (const [key, object] of objects) {
                const text = earlier.get(object) || before.get(object[held]);
                if (text === undefined) {
                    objects.delete(key);
                } else {
                    container.replaced(object[held], text);
                }
            }
        }
    };
}

module.exports = { met, changed, keeperOf };
