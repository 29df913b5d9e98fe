'use strict';

/**
 * Runs templates: finds them on the cartridge path, gives them `pdict` and the variables of the page, and collects
 * what they print.
 */

const businessManager = require('./businessManager');
const context = require('./context');
const converted = require('./converted');
const { listed } = require('./listed');
const locale = require('./locale');

/** Templates within templates. */
const DEEPEST = 60;

/** A page that has printed nothing: `expressions` are encoded as HTML until `<iscontent>` says otherwise. */
function blank() {
    return { bodies: [], opened: [], encoding: null, expressions: 'htmlcontent', isTyped: false, isWithin: false, compact: false };
}

/** What runs now: where text goes, whose variables and `pdict` are meant, what decorators wait for. */
const state = Object.assign({ parts: [], page: null, pdict: null, depth: 0 }, blank());

/** A variable that all pages have; one may have something else under its name. */
function variable(name, get) {
    return {
        get,
        set(value) {
            Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
        }
    };
}

/** What all templates know without `require`. */
const known = Object.create(null, {
    URLUtils: variable('URLUtils', () => require('dw/web/URLUtils')),
    Resource: variable('Resource', () => require('dw/web/Resource')),
    StringUtils: variable('StringUtils', () => require('dw/util/StringUtils')),
    out: variable('out', () => out)
});

const out = {
    print(value) { print(converted.spoken(value)); },
    println(value) { print(`${converted.spoken(value)}\n`); },
    write(value) { print(converted.spoken(value)); }
};

const paths = new Map();

function print(text) {
    state.parts.push(text);
}

/** The function of a template, for example `product/detail`, of a cartridge or the Business Manager; null if neither has it. */
function found(name, language) {
    const template = String(name).trim().replace(/^\/+/, '').replace(/\.isml$/, '');
    const key = `${language} ${template}`;
    if (!paths.has(key)) {
        paths.set(key, host.call('template.find', { template, locale: language }));
    }
    const path = paths.get(key);
    return path === null ? businessManager.template(template) : host.template(path);
}

/** Whether there is a template of that name. */
function isTemplate(name) {
    return found(name, locale()) !== null;
}

/** Says which folders of which cartridges have none of that name. */
function missing(name) {
    const language = locale();
    const folders = Array.from(new Set([language, language.split('_')[0], 'default']));
    return new Error(`There is no template ${name} in cartridge/templates/${folders.join(', ')} of ${host.cartridges.join(', ')}`);
}

function run(name) {
    const template = found(name, locale());
    if (template === null) {
        throw missing(name);
    }
    if (state.depth === DEEPEST) {
        throw new Error(`The template ${name} stands in ${DEEPEST} others`);
    }
    // What a template says of its content is said of itself alone.
    const { encoding, expressions } = state;
    state.depth += 1;
    template(state.pdict, state.page);
    Object.assign(state, { encoding, expressions, depth: state.depth - 1 });
}

/** What templates do and print inside of it is taken apart from the rest; the text is the result. */
function apart(changes, work) {
    const before = Object.assign({}, state);
    Object.assign(state, { parts: [] }, changes);
    try {
        work();
        return state.parts.join('');
    } finally {
        Object.assign(state, before);
    }
}

function dictionary(view) {
    const own = Object.create(pdict);
    const pairs = view && typeof view.keySet === 'function' ? Array.from(view.keySet(), (key) => [key, view.get(key)]) : Object.entries(view || {});
    pairs.forEach(([name, value]) => {
        Object.defineProperty(own, name, { value: listed(value), writable: true, enumerable: true, configurable: true });
    });
    return own;
}

function newPage() {
    return Object.create(known);
}

/** What keeps its blanks. */
const VERBATIM = /(<(pre|textarea|script|style)\b[^]*?<\/\2\s*>)/i;

/** A page without superfluous blanks: of several one is left, a line's end if there is one among them. */
function compacted(page) {
    // Split by a pattern with two groups: text, what is kept as it is, the name of its tag, text, …
    return page.split(VERBATIM).map((part, index) => {
        if (index % 3 === 2) {
            return '';
        }
        return index % 3 === 1 ? part : part.replace(/[^\S\n]*\n\s*/g, '\n').replace(/[^\S\n]{2,}/g, ' ');
    }).join('');
}

/** What is done in a locale, by default the request's. */
function spoken(language, work) {
    const before = context.spoken;
    context.spoken = language || before;
    try {
        return work();
    } finally {
        context.spoken = before;
    }
}

/** The text of a template with a view, and with what its page has besides. */
function rendered(name, view, language, variables) {
    return spoken(language, () => written(name, view, variables));
}

function written(name, view, variables) {
    if (!isTemplate(name)) {
        throw missing(name);
    }
    const started = Object.assign(blank(), { page: Object.assign(newPage(), variables), pdict: dictionary(view) });
    return apart(started, () => {
        run(name);
        if (state.compact) {
            state.parts = [compacted(state.parts.join(''))];
        }
    });
}

module.exports = { state, print, run, isTemplate, apart, newPage, rendered };
