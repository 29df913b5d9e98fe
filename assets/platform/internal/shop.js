'use strict';

/**
 * The shop's data besides catalogue and content, as a site archive brings them: documents by kind (`store`,
 * `service`, `pricebook`, …) with an `id` and the fields that the archive's elements have.
 */

const known = new Map();

function remembered(name, ask) {
    if (!known.has(name)) {
        known.set(name, host.call(name.split(' ')[0], ask));
    }
    return known.get(name);
}

function locale() {
    return typeof request === 'undefined' ? 'default' : request.locale;
}

/** All documents of a kind. */
function list(kind) {
    return remembered(`shop.list ${kind} ${locale()}`, { kind, locale: locale() });
}

/** The document of an ID; nothing if there is none. */
function find(kind, id) {
    return list(kind).find((document) => document.id === String(id)) || null;
}

module.exports = { list, find };
