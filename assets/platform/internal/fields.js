'use strict';

const { held } = require('./bean');
const { moment } = require('./converted');

/** A value as a property that is declared as a text keeps it: its text, or nothing. */
function textOf(value) {
    return value === undefined || value === null ? null : String(value);
}

/**
 * Properties that are texts of the document behind an object, for `define`; what isn't set reads as null. Such a
 * property has its getter and its setter.
 */
function texts(names) {
    return fields(names, textOf);
}

/** The same for numbers; what isn't set reads as `otherwise`. */
function numbers(names, otherwise = null) {
    return fields(names, (value) => (value === undefined || value === null ? null : Number(value)), otherwise);
}

function fields(names, kept, otherwise = null) {
    const shape = {};
    Object.entries(facts(names, otherwise)).forEach(([name, get]) => {
        shape[name] = { get, set: (object, value) => { object[held][name] = kept(value); } };
    });
    return shape;
}

/** Properties that scripts can't set: fields of the document, `otherwise` where it has none. */
function facts(names, otherwise = null) {
    return Object.fromEntries(names.map((name) => [name, (object) => (object[held][name] === undefined ? otherwise : object[held][name])]));
}

/** Truth values: `isX()` and `setX()`. */
function flags(names) {
    const shape = {};
    names.forEach((name) => {
        shape[name] = {
            get: (object) => Boolean(object[held][name]),
            set: (object, value) => { object[held][name] = Boolean(value); }
        };
    });
    return shape;
}

/** A date's text; a value that is no date is none. */
function stored(value) {
    const date = value ? new Date(value instanceof Date ? moment(value) : value) : null;
    return date === null || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Dates, kept as texts: `{ get, set }` of a field. */
function dates(names) {
    const shape = {};
    names.forEach((name) => {
        shape[name] = {
            get: (object) => (object[held][name] ? new Date(object[held][name]) : null),
            set: (object, value) => { object[held][name] = stored(value); }
        };
    });
    return shape;
}

/** What a site map says of an object of an archive: nothing, or 1 and 0 for `siteMapIncluded`. */
const siteMap = {
    siteMapIncluded: ({ [held]: { sitemapIncluded: flag } }) => (flag === undefined || flag === null ? null : Number(flag)),
    siteMapChangeFrequency: (object) => object[held].sitemapChangefrequency || null,
    siteMapPriority: ({ [held]: { sitemapPriority: priority } }) => (priority === undefined ? null : priority)
};

module.exports = { siteMap, textOf, texts, numbers, facts, flags, dates };
