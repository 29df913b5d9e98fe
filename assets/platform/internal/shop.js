'use strict';

/**
 * The shop's data besides catalogue and content, as a site archive brings them: documents by kind (`store`,
 * `service`, `pricebook`, …) with an `id` and the fields that the archive's elements have.
 */

const locale = require('./locale');

const known = new Map();

/** All documents of a kind. */
function list(kind) {
    const name = `${kind} ${locale()}`;
    if (!known.has(name)) {
        known.set(name, host.call('shop.list', { kind, locale: locale() }));
    }
    return known.get(name);
}

/** The document of an ID; nothing if there is none. */
function find(kind, id) {
    return list(kind).find((document) => document.id === String(id)) || null;
}

module.exports = { list, find };
