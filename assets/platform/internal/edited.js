'use strict';

/**
 * What scripts change of a record of the archive, kept beside it: a document that reads as the archive's, and whose own
 * fields are those that were set. Of custom attributes it has those that differ.
 */

const { recorded } = require('./attributes');
const container = require('./container');
const ledger = require('./ledger');
const records = require('./records');
const { table } = require('./tables');

/** Tables by kind; of each all is asked for at once, since most of what is read was never changed. */
const known = new Map();

function changesOf(kind) {
    if (!known.has(kind)) {
        const changes = table(`edited:${kind}`, (own) => own);
        changes.all();
        known.set(kind, changes);
    }
    return known.get(kind);
}

/** The document of a record of the archive; `kind` and `key` tell it from others. */
function edited(kind, key, document) {
    const changes = changesOf(kind);
    const own = changes.get(key) || changes.remembered(key, {});
    // In another locale it is read anew.
    container.released(own);
    return Object.setPrototypeOf(own, document);
}

function valuesOf(own) {
    return Object.assign({}, Object.getPrototypeOf(own).custom, Object.hasOwn(own, 'custom') ? own.custom : null);
}

/** What scripts may change without setting it. */
function isMutable(value) {
    return Array.isArray(value) || value instanceof Date;
}

function picked(values, names) {
    return Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));
}

/** The custom attributes of such a document; `type` is what metadata call its type. */
function customOf(own, type) {
    return container.tracked(own, () => {
        const stored = valuesOf(own);
        const { catalogue, imageCatalogue } = own;
        const attributes = records.custom({ catalogue, imageCatalogue, custom: stored }, type);
        const made = Object.assign({}, attributes);
        const keep = () => {
            const all = Object.keys(Object.assign({}, made, attributes));
            const names = all.filter((name) => attributes[name] !== made[name] || isMutable(made[name]));
            if (names.length === 0) {
                return;
            }
            const before = recorded(records.custom({ custom: picked(stored, names) }, type));
            const now = recorded(picked(attributes, names));
            const changed = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]));
            if (changed.length > 0) {
                const changes = Object.fromEntries(changed.map((name) => [name, now[name] === undefined ? null : now[name]]));
                own.custom = Object.assign({}, Object.hasOwn(own, 'custom') ? own.custom : null, changes);
            }
        };
        if (ledger.isWatched(own)) {
            ledger.watch(attributes);
        }
        return { attributes, keep };
    });
}

module.exports = { edited, customOf };
