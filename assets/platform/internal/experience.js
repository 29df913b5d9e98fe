'use strict';

const { held } = require('./bean');
const content = require('./content');
const context = require('./context');
const { expanded } = require('./links');
const records = require('./records');
const { siteLibrary } = require('./staticFiles');
const visibility = require('./visibility');

/**
 * Pages of the Page Designer and their components, as the site's library has them: records of the kind `page`, whose type is
 * `page.landing` or `component.parts.picture`. What they say stands as JSON in `data`, by locale, and what is in their regions
 * as links of types like `page.landing.main`. What a page or a component shows is written by the script of its type,
 * `cartridge/experience/{pages,components}/….js`, beside which its definition stands as JSON.
 */

const KINDS = { page: 'pages', component: 'components' };

/** Components within components. */
const DEEPEST = 20;
let depth = 0;

/** Ends the whole page: one that holds itself would be written without end. */
class TooDeep extends Error {}

/** Where the script and the definition of a type stand, without what their names end with. */
function pathOf(kind, type) {
    return `cartridge/experience/${kind}/${String(type).replace(/\./g, '/')}`;
}

/** The script of a type; null if there is but a definition. */
function scriptOf(kind, type) {
    const path = pathOf(kind, type);
    return host.find(`${path}.js`) || host.find(`${path}.ds`);
}

function definitionOf(kind, type) {
    const script = scriptOf(kind, type);
    try {
        return script === null ? {} : host.requirePath(script.replace(/\.\w+$/, '.json'));
    } catch (error) {
        // There may be none; one that can't be read says where it is broken.
        if (error instanceof SyntaxError) {
            throw error;
        }
        return {};
    }
}

function attributesOf(kind, type) {
    const groups = definitionOf(kind, type).attribute_definition_groups || [];
    return [].concat(...groups.map((group) => group.attribute_definitions || []));
}

/** The aspect that pages of a type are for, the first of several. */
function aspectOf({ type }) {
    return (definitionOf('pages', type).supported_aspect_types || [])[0] || null;
}

/** A value as scripts get it, by the type that the definition names. */
const VALUES = {
    image: (value) => new (require('dw/experience/image/Image'))(typeof value === 'string' ? { path: value } : value),
    file: (value) => require('./media').imageOf(value, { owner: siteLibrary() }),
    product: (value) => require('./products').product(value),
    category: (value) => require('dw/catalog/CatalogMgr').getCategory(value),
    page: (value) => require('dw/experience/PageMgr').getPage(value),
    markup: (value) => new (require('dw/content/MarkupText'))(value, siteLibrary()),
    url: (value) => expanded(String(value), siteLibrary()),
    enum: (value) => value,
    custom: (value) => value
};

function valueOf(definition, data) {
    const own = data === undefined ? definition.default_value : data;
    const known = Object.prototype.hasOwnProperty.call(VALUES, definition.type);
    return own === undefined || own === null || own === '' || !known ? own : VALUES[definition.type](own);
}

/** All attributes that a definition names and data have: a map. */
function contentOf({ kind, type, data }) {
    const values = new (require('dw/util/HashMap'))();
    const definitions = attributesOf(kind, type);
    Object.keys(data).filter((name) => !definitions.some(({ id }) => id === name)).forEach((name) => values.put(name, data[name]));
    definitions.forEach((definition) => {
        const value = valueOf(definition, data[definition.id]);
        if (value !== undefined && value !== null) {
            values.put(definition.id, value);
        }
    });
    return values;
}

/** What is said, as it stands there; a definition may say what stands there usually. */
function attribute({ kind, type, data }, id) {
    const { default_value: usual } = attributesOf(kind, type).find((definition) => definition.id === id) || {};
    const value = data[id] === undefined ? usual : data[id];
    return value === undefined ? null : value;
}

/** What the script of a type makes of its context. */
function rendered(kind, type, context) {
    const script = scriptOf(kind, type);
    if (script === null) {
        throw new Error(`There is no script of the type ${type}: no cartridge of the path has ${pathOf(kind, type)}.js`);
    }
    if (depth >= DEEPEST) {
        throw new TooDeep('Components are nested too deep');
    }
    depth += 1;
    try {
        return String(host.requirePath(script).render(context));
    } finally {
        depth -= 1;
    }
}

/** The libraries of the site: the one that it names, and its own. */
function libraries() {
    const named = content.siteLibrary();
    return named === null ? [context.site.id] : [named.ID, context.site.id];
}

function parsed(text, otherwise) {
    try {
        return JSON.parse(text);
    } catch (error) {
        return otherwise;
    }
}

/** What is said in the request's locale, and in those that it falls back to what isn't said there. */
function dataOf(library, id) {
    const { data } = host.call('site.raw', { kind: 'page', scope: library, id });
    const texts = (data && data.$) || {};
    const { locale } = request;
    return Object.assign({}, ...['default', locale.split('_')[0], locale].map((name) => parsed(texts[name] || '{}', {})));
}

/** Links without a type are in no region. */
function linksOf({ type, contentLink = [] }) {
    const start = `${type}.`;
    const typed = contentLink.filter((link) => String(link.type || '').startsWith(start));
    const links = typed.map((link) => ({ id: link.contentId, region: link.type.slice(start.length), position: link.position || 0 }));
    return links.sort((left, right) => left.position - right.position);
}

function documentOf(library, id, record) {
    const [kind, ...type] = record.type.split('.');
    const { visibility: rules } = parsed(record.config || '{}', {}) || {};
    const { classificationLink, folderLink = [], contentObjectAssignment = [] } = record;
    return Object.assign({}, record, {
        id, library, kind: KINDS[kind] || null, type: type.join('.'), name: record.displayName || null,
        data: dataOf(library, id), links: linksOf(record), rules: (Array.isArray(rules) ? rules : []).filter(visibility.restricts), assignments: contentObjectAssignment,
        classificationFolder: classificationLink ? classificationLink.folderId : null,
        folders: (classificationLink ? [classificationLink] : []).concat(folderLink).map((link) => link.folderId)
    });
}

const known = new Map();

function found(library, id) {
    const key = JSON.stringify([library, id]);
    if (!known.has(key)) {
        const record = records.record('page', id, library);
        // What is no page is there if rules for page meta tags stand with it.
        known.set(key, record === null || !record.type ? null : documentOf(library, id, record));
    }
    return known.get(key);
}

/** The page of an ID; null if there is none. */
function page(id) {
    const documents = libraries().map((library) => found(library, id));
    return documents.find((document) => document !== null && document.kind === 'pages') || null;
}

/** A page that supports an aspect and was assigned to a product or a category: `kind` says to which. */
function assigned(kind, objectId, aspect, isWanted) {
    const isMeant = ({ objectId: id, objectType }) => id === objectId && objectType === kind;
    const ids = libraries().flatMap((library) => records.ids('page', library).map((id) => found(library, id)));
    return ids.filter(Boolean).find((document) => document.kind === 'pages' && document.assignments.some(isMeant)
        && (definitionOf('pages', document.type).supported_aspect_types || []).includes(aspect) && isWanted(document)) || null;
}

/** The regions that a definition names, in its order, and those that only links have. */
function regionIds({ kind, type, links }) {
    const named = (definitionOf(kind, type).region_definitions || []).map((region) => region.id);
    return Array.from(new Set(named.concat(links.map((link) => link.region))));
}

/** The components of a region, in their order. */
function componentsIn({ library, links }, region) {
    const documents = links.filter((link) => link.region === region).map((link) => found(library, link.id));
    return documents.filter((document) => document !== null && document.kind === 'components');
}

/** Whether it is online, to be seen in the request's locale, and meant for the visitor by its rule. */
function isVisible({ online, visibilityMode, rules }) {
    return online !== false && visibilityMode !== 'invisible' && rules.every(visibility.allows);
}

/** The components of a region that are visible, as many as its definition lets be shown at a time. */
function visibleIn(document, region) {
    const definitions = definitionOf(document.kind, document.type).region_definitions || [];
    const { max_components: most } = definitions.find(({ id }) => id === region) || {};
    return componentsIn(document, region).filter(isVisible).slice(0, most);
}

function region(owner, id) {
    const document = owner[held];
    return regionIds(document).includes(id) ? new (require('dw/experience/Region'))(id, () => visibleIn(document, id)) : null;
}

module.exports = { TooDeep, aspectOf, assigned, attribute, contentOf, isVisible, page, region, regionIds, rendered, visibleIn };
