'use strict';

/**
 * What scripts change of a record of the archive, kept beside it: a document that reads as the archive's, and whose own
 * fields are those that were set. Of custom attributes it has those that differ.
 */

const { recorded } = require('./attributes');
const container = require('./container');
const records = require('./records');
const { table } = require('./tables');

/** The document of a record of the archive; `kind` and `key` tell it from others. */
function edited(kind, key, document) {
    const changes = table(`edited:${kind}`, (own) => own);
    const own = changes.get(key) || changes.remembered(key, {});
    // In another locale it is read anew.
    container.released(own);
    return Object.setPrototypeOf(own, document);
}

function valuesOf(own) {
    return Object.assign({}, Object.getPrototypeOf(own).custom, Object.hasOwn(own, 'custom') ? own.custom : null);
}

/** The custom attributes of such a document; `type` is what metadata call its type. */
function customOf(own, type) {
    return container.tracked(own, () => {
        const stored = valuesOf(own);
        const attributes = records.custom({ custom: stored }, type);
        const keep = () => {
            const before = recorded(records.custom({ custom: stored }));
            const now = recorded(attributes);
            const names = Object.keys(now).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]));
            if (names.length > 0) {
                own.custom = Object.assign({}, Object.hasOwn(own, 'custom') ? own.custom : null,
                    Object.fromEntries(names.map((name) => [name, now[name]])));
            }
        };
        return { attributes, keep };
    });
}

module.exports = { edited, customOf };
