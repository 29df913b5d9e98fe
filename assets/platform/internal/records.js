'use strict';

/**
 * Records of the site's archive: what stands in `src/sandbox/seed/archive/forms.txt`, for the site and the locale of
 * the request. Without an archive there are none. `scope` is the site unless it is given: a catalogue's, price
 * book's, inventory list's or library's ID, a type's for attributes and custom objects, '' for the instance.
 */

const { CustomAttributes } = require('./attributes');
const { localized } = require('./localized');
const locale = require('./locale');
const { catalogueOf } = require('./staticFiles');

/** The document of a record; null if there is none. */
function record(kind, id, scope) {
    return host.call('site.record', { kind, id: String(id), scope, locale: locale() });
}

/** All records of a kind: `[{id, document}]`. */
function records(kind, scope) {
    return host.call('site.records', { kind, scope, locale: locale() });
}

/** The IDs of a kind. */
function ids(kind, scope) {
    return host.call('site.ids', { kind, scope });
}

/** Where there are records of a kind. */
function scopes(kind) {
    return host.call('site.scopes', { kind });
}

/** Where archives have records of a kind; what the sandbox brings along without any is none. */
function archived(kind) {
    return host.call('site.archived', { kind });
}

/** A choice that is kept with its text, or without one. */
function choice({ '@enum': chosen, '@display': display = null }) {
    return new (require('dw/value/EnumValue'))(chosen, display);
}

/**
 * A custom attribute's value as scripts have it; `named(value)` makes a choice that is kept without its text, and `owner` has
 * the static files that it names.
 */
function value(stored, named, owner = null) {
    if (Array.isArray(stored)) {
        return stored.map((each) => value(each, named, owner));
    }
    if (typeof stored !== 'object' || stored === null) {
        return stored;
    }
    if ('$' in stored) {
        return value(localized(stored.$), named, owner);
    }
    if ('@enum' in stored) {
        return named && !('@display' in stored) ? named(stored['@enum']) : choice(stored);
    }
    if ('@date' in stored) {
        return new Date(stored['@date']);
    }
    if ('@markup' in stored) {
        const MarkupText = require('dw/content/MarkupText');
        return new MarkupText(stored['@markup'], owner);
    }
    return '@image' in stored ? require('./media').imageOf(stored['@image'], { owner }) : stored;
}

/** The custom attributes of a record's document; `type` is what metadata call its type. */
function custom(document, type) {
    const stored = (document && document.custom) || {};
    const owner = catalogueOf(document || {});
    const values = {};
    Object.keys(stored).forEach((name) => {
        values[name] = value(stored[name], type && ((chosen) => require('./typed').choiceOf(type, name, chosen)), owner);
    });
    return new CustomAttributes(values, type);
}

module.exports = { record, records, ids, scopes, archived, value, custom };
