'use strict';

const container = require('./container');
const held = require('./held');
const ledger = require('./ledger');

/** What documents were when this thread met them, as texts. */
const before = new WeakMap();

/** A document that the shop keeps, as a thread meets it. */
function met(document) {
    if (!before.has(document)) {
        before.set(document, JSON.stringify(document));
        ledger.watch(document);
    }
    return document;
}

/** Of objects those whose documents aren't what they were: `{ before, after }`, where `before` is null for one that was made here. */
function changed(objects) {
    container.keepCustom();
    return Array.from(objects, (object) => object[held]).filter((document) => JSON.stringify(document) !== before.get(document))
        .map((document) => ({ before: before.has(document) ? JSON.parse(before.get(document)) : null, after: document }));
}

/**
 * Reads documents as texts, `(documents) => texts`, one of them again only if it may have changed: jobs go through many, with
 * a transaction for each.
 */
function reader() {
    const texts = new WeakMap();
    let looked = 0;
    const textOf = (document) => {
        const [attributes, known] = [container.attributesOf(document), texts.get(document)];
        const size = attributes === undefined ? 0 : Object.keys(attributes).length;
        if (known !== undefined && known.size === size && !ledger.isChanged([document, attributes], known.count)) {
            return known.text;
        }
        const text = container.textOf(document);
        texts.set(document, { text, size, count: ledger.count() });
        return text;
    };
    return (documents) => {
        if (ledger.isChanged([], looked)) {
            container.keepCustom();
        }
        looked = ledger.count();
        return documents.map(textOf);
    };
}

/** What keeps the objects of a map for transactions: those that were made in one that is taken back are gone. */
function keeperOf(objects) {
    const read = reader();
    return {
        snapshot() {
            const all = Array.from(objects.values());
            const texts = read(all.map((object) => object[held]));
            return new Map(all.map((object, index) => [object, texts[index]]));
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

module.exports = { met, changed, keeperOf, reader };
