'use strict';

/**
 * What this thread has met of the content libraries: the same id is the same object all through a
 * request. A hook (`context.view`) reads its request's overlay, a page what was committed last.
 */

const context = require('./context');
const ledger = require('./ledger');
const staticFiles = require('./staticFiles');
const { CustomAttributes, storable } = require('./attributes');

const PREFIX = 'c_';
const BODY = 'c_body';

const known = new Map();
const attributes = [];

function ask(name, values) {
    return host.call(`content.${name}`, Object.assign({ view: context.view }, values));
}

function remembered(key, load) {
    if (!known.has(key)) {
        known.set(key, load());
    }
    return known.get(key);
}

function isLocalized(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The wire's names of the request's locale: itself, its language, `default`. */
function locales() {
    const tag = String(request.locale).replace('_', '-');
    return Array.from(new Set([tag, tag.split('-')[0], 'default']));
}

/** A field's value in the request's locale and site; null when it has none. */
function localized(value) {
    if (!isLocalized(value)) {
        return value === undefined ? null : value;
    }
    const names = locales();
    const candidates = names.map((name) => `${name}@${context.site.id}`).concat(names);
    const found = candidates.find((name) => Object.prototype.hasOwnProperty.call(value, name));
    return found === undefined ? null : value[found];
}

function shownValue(name, value, libraryID) {
    const own = localized(value);
    if (name !== BODY || own === null) {
        return own;
    }
    const MarkupText = require('dw/content/MarkupText');
    return new MarkupText(own.source, staticFiles.library(libraryID));
}

function keep(record) {
    const { custom } = record;
    ledger.register({
        snapshot: () => Object.assign({}, custom),
        restore(values) {
            Object.keys(custom).forEach((name) => delete custom[name]);
            Object.assign(custom, values);
        }
    });
    attributes.push(record);
}

/** The custom attributes of an asset or folder; what a hook sets there is written with its request. */
function customOf(kind, library, document) {
    const values = {};
    Object.keys(document.fields).filter((name) => name.startsWith(PREFIX)).forEach((name) => {
        values[name.slice(PREFIX.length)] = shownValue(name, document.fields[name], library);
    });
    const custom = new CustomAttributes(values);
    keep({ kind, library, id: document.id, fields: document.fields, custom, before: storable(custom) });
    return custom;
}

/** An attribute's value as it stands on the wire: localized where it is one already, and the body always. */
function wireValue(name, value, old) {
    if (name !== BODY && !isLocalized(old)) {
        return value;
    }
    const own = name === BODY && value !== null ? { source: String(value) } : value;
    return { [locales().pop()]: own };
}

function changesOf({ kind, library, id, fields, custom, before }) {
    const after = storable(custom);
    const names = Array.from(new Set(Object.keys(before).concat(Object.keys(after))));
    const value = (values, name) => (values[name] === undefined ? null : values[name]);
    return names
        .filter((name) => JSON.stringify(value(before, name)) !== JSON.stringify(value(after, name)))
        .map((name) => {
            const field = PREFIX + name;
            return { kind, library, id, field, value: wireValue(field, value(after, name), fields[field]) };
        });
}

/** The custom attributes that scripts have changed: `{kind, library, id, field, value}`. */
function written() {
    return attributes.reduce((all, record) => all.concat(changesOf(record)), []);
}

function library(id) {
    return remembered(`library ${id}`, () => {
        const document = ask('library', { id: String(id) });
        const Library = require('dw/content/Library');
        return document === null ? null : new Library(document);
    });
}

function asset(inLibrary, id) {
    return remembered(`asset ${JSON.stringify([inLibrary, id])}`, () => {
        const document = ask('asset', { library: inLibrary, id: String(id) });
        const Content = require('dw/content/Content');
        return document === null ? null : new Content(inLibrary, document);
    });
}

function folder(inLibrary, id) {
    return remembered(`folder ${JSON.stringify([inLibrary, id])}`, () => {
        const document = ask('folder', { library: inLibrary, id: String(id) });
        const Folder = require('dw/content/Folder');
        return document === null ? null : new Folder(inLibrary, document);
    });
}

/** The ids of a range: `folders_of` an asset, `assets_in` or `folders_in` a folder. */
function ids(range, inLibrary, id) {
    return ask('ids', { range, library: inLibrary, id });
}

function siteLibrary() {
    return library(ask('site_library', {}));
}

module.exports = { library, asset, folder, ids, siteLibrary, localized, customOf, written };
