'use strict';

/**
 * Tags of a page's head by the rules of a site archive: a rule's text has `${…}` with values (`Product.name`,
 * `Constant('…')`), `A ELSE B`, `A OR B`, `A AND B` and `IF … THEN … ELSE …`. A rule that can't be read makes no tag.
 */

const { held } = require('./bean');
const { owner } = require('./libraryObject');
const records = require('./records');
const PageMetaTag = require('dw/web/PageMetaTag');

// A constant ends with its bracket: archives have quotes in it.
const SIGNS = /\s*(?:Constant\s*\(\s*'(.*?)'\s*\)|'([^']*)'|([A-Za-z_][\w.-]*)|([()]))/y;

function signsOf(text) {
    const signs = [];
    const { length } = text.trimEnd();
    SIGNS.lastIndex = 0;
    while (SIGNS.lastIndex < length) {
        const at = SIGNS.lastIndex;
        const found = SIGNS.exec(text);
        if (found === null) {
            throw new SyntaxError(`'${text.slice(at).trim()}' isn't understood`);
        }
        const [, named, constant = named, word, bracket] = found;
        signs.push(constant === undefined ? { sign: word || bracket } : { constant });
    }
    return signs;
}

/** Values beside each other are one text; conditions beside each other hold together. */
const JOINED = (texts) => texts.join('');
const ALL = (texts) => (texts.includes('') ? '' : 'true');

/** Reads an expression; its nodes answer with their text, and '' is what doesn't hold. */
class Reader {
    #signs;
    #at = 0;

    constructor(text) {
        this.#signs = signsOf(text);
    }

    #next() {
        const next = this.#signs[this.#at];
        return next === undefined ? undefined : next.sign;
    }

    #takes(sign) {
        const isThere = this.#next() === sign;
        this.#at += Number(isThere);
        return isThere;
    }

    #needs(sign) {
        if (!this.#takes(sign)) {
            throw new SyntaxError(`${sign} is missing before ${this.#at < this.#signs.length ? `'${this.#next() || this.#signs[this.#at].constant}'` : 'the end'}`);
        }
    }

    whole() {
        const node = this.#choice();
        if (this.#at < this.#signs.length) {
            throw new SyntaxError(`'${this.#next()}' is one too many`);
        }
        return node;
    }

    #choice() {
        if (!this.#takes('IF')) {
            return this.#fallback('ELSE', this.#either(JOINED), () => this.#choice());
        }
        const condition = this.#either(ALL);
        this.#needs('THEN');
        const then = this.#either(JOINED);
        const other = this.#takes('ELSE') ? this.#choice() : () => '';
        return (facts) => (condition(facts) === '' ? other(facts) : then(facts));
    }

    #either(together) {
        return this.#fallback('OR', this.#both(together), () => this.#either(together));
    }

    /** What the first one says; if that is nothing, what is read behind the word. */
    #fallback(word, first, read) {
        if (!this.#takes(word)) {
            return first;
        }
        const other = read();
        return (facts) => first(facts) || other(facts);
    }

    /** The word between them may be left out. */
    #both(together) {
        const nodes = [this.#equal(together)];
        while (this.#takes('AND') || this.#begins()) {
            nodes.push(this.#equal(together));
        }
        return (facts) => together(nodes.map((node) => node(facts)));
    }

    #begins() {
        return this.#at < this.#signs.length && ![')', 'OR', 'ELSE', 'THEN', 'EQ', 'IF', 'AND'].includes(this.#next());
    }

    #equal(together) {
        const left = this.#value(together);
        if (!this.#takes('EQ')) {
            return left;
        }
        const right = this.#value(together);
        return (facts) => (left(facts) === right(facts) ? 'true' : '');
    }

    #value(together) {
        if (this.#at < this.#signs.length && this.#next() === undefined) {
            const { constant } = this.#signs[this.#at];
            this.#at += 1;
            return () => constant;
        }
        if (this.#takes('(')) {
            const inner = together === JOINED ? this.#choice() : this.#either(together);
            this.#needs(')');
            return inner;
        }
        if (!this.#begins()) {
            throw new SyntaxError('a value is missing');
        }
        const name = this.#next();
        this.#at += 1;
        const [object, ...path] = name.split('.');
        return (facts) => shown(valueAt(facts[object] && facts[object](), path, name));
    }
}

function valueAt(object, path, name) {
    if (object === undefined) {
        throw new SyntaxError(`this page has no ${name}`);
    }
    return path.reduce((value, key) => (value === null || value === undefined || !(key in Object(value)) ? null : value[key]), object);
}

/** Texts, numbers and truth; no markup, dates and images. */
function shown(value) {
    if (Array.isArray(value)) {
        return value.map(shown).join(', ');
    }
    if (typeof value === 'object' && value !== null && 'displayValue' in value) {
        return shown(value.displayValue);
    }
    if (value === true) {
        return 'true';
    }
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const EXPRESSION = /\$\{([^}]*)\}/g;

function content(rule, facts) {
    return rule.replace(EXPRESSION, (_, expression) => new Reader(expression).whole()(facts)).trim();
}

/**
 * The tags of the rules that pages name, the nearest page first: of several rules for one tag the first that says
 * anything. `assigned` are `{pageMetaTagRule: [{ruleId}]}` or nothing.
 */
function tags(assigned, facts) {
    const made = new Map();
    const rules = assigned.flatMap((named) => (named && named.pageMetaTagRule) || []);
    rules.forEach(({ ruleId }) => {
        const rule = records.record('page-meta-tag-rule', ruleId, '');
        if (rule === null || !rule.rule || made.has(rule.metaTagId)) {
            return;
        }
        try {
            const text = content(rule.rule, facts);
            const { type } = records.record('page-meta-tag', rule.metaTagId, '') || {};
            if (text !== '') {
                made.set(rule.metaTagId, new PageMetaTag(rule.metaTagId, text, type));
            }
        } catch (error) {
            host.call('log.write', { level: 'warn', category: 'metatags', message: `The rule '${ruleId}' for page meta tags makes none: ${error.message}` });
        }
    });
    return Array.from(made.values());
}

/** What rules of all pages may name: each answered when a rule asks for it. */
function general() {
    const Site = require('dw/system/Site');
    const { name, ID, httpHostName } = Site.getCurrent();
    return { Site: () => ({ displayName: name, name, ID }), Host: () => ({ name: httpHostName }), OriginalRequestURL: () => String(request.httpURL) };
}

/** Answers any name. */
function named(answer) {
    return new Proxy({}, { has: () => true, get: (_, name) => answer(name) });
}

/** A category with those above it. */
function chain(category) {
    return category === null ? [] : [category].concat(chain(category.parent));
}

/** Those of a product's page: by the rules of its category and those above it. */
function ofProduct(product) {
    const category = product.primaryCategory || (product.variant && product.masterProduct.primaryCategory) || product.classificationCategory;
    const prices = product.priceModel;
    const price = (money) => (money && money.available ? money.toNumberString() : null);
    const image = (view) => {
        const found = product.getImage(String(view), 0);
        return found && String(found.absURL);
    };
    const facts = Object.assign(general(), {
        Product: () => product,
        Category: () => category,
        ProductPrice: () => ({ min: price(prices.minPrice), max: price(prices.maxPrice), currency: prices.minPrice.available ? prices.minPrice.currencyCode : null }),
        ProductImageURL: () => named(image)
    });
    return tags(chain(category).map((each) => each[held].productDetailPageMetaTagRules), facts);
}

/** Those of a list of products: by the rules of its category, else of the root, and those above it. */
function ofProductSearch(search) {
    const category = search.category || require('dw/catalog/CatalogMgr').getSiteCatalog().root;
    const refinements = named((id) => search.getRefinementValues(String(id)).toArray().join(', '));
    const facts = Object.assign(general(), { Category: () => category, SearchRefinement: () => refinements, SearchPhrase: () => search.searchPhrase });
    return tags(chain(category).map((each) => each[held].productListingPageMetaTagRules), facts);
}

/** A folder with those above it. */
function foldersAbove(folder) {
    return folder === null ? [] : [folder].concat(foldersAbove(folder.parent));
}

/** The rules of folders, the nearest first. */
function rulesOf(folders, field) {
    return folders.map((folder) => (records.record('library-folder', folder.ID, folder[owner]) || {})[field]);
}

/** Those of a content asset: by its own rules, those of its folder and those above it. */
function ofContent(content) {
    const folder = content.classificationFolder || content.folders.toArray()[0] || null;
    const own = (records.record('page', content.ID, content[owner]) || {}).contentDetailPageMetaTagRules;
    const facts = Object.assign(general(), { Content: () => content, Folder: () => folder });
    return tags([own].concat(rulesOf(foldersAbove(folder), 'contentDetailPageMetaTagRules')), facts);
}

/** Those of a list of content: by the rules of its folder, else of the root, and those above it. */
function ofContentSearch(search) {
    const library = require('dw/content/ContentMgr').getSiteLibrary();
    const folder = search.folder || (library && library.root) || null;
    const facts = Object.assign(general(), { Folder: () => folder, SearchPhrase: () => search.searchPhrase });
    return tags(rulesOf(foldersAbove(folder), 'contentListingPageMetaTagRules'), facts);
}

/** Those of the start page. */
function ofSite(site) {
    const { homePageMetaTagRules } = records.record('site', site.ID, site.ID) || {};
    return tags([homePageMetaTagRules], general());
}

function find(tags, id) {
    return tags.find((tag) => tag.ID === id) || null;
}

module.exports = { ofContent, ofContentSearch, ofProduct, ofProductSearch, ofSite, find };
