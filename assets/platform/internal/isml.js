'use strict';

/** What compiled templates call: a function for each tag. `t` prints text, `p` the value of `${…}`. */

const { state, print, run, isTemplate, apart, newPage } = require('./pages');
const { rounds } = require('./loops');
const { encoded } = require('./encoders');
const { shown, textOf } = require('./shown');
const { contentOf } = require('./slots');
const { listed } = require('./listed');
const { lifetime } = require('./pageCache');

/** Custom tags by name, for the rest of the request. */
const modules = new Map();

/** A name that a template doesn't declare itself: a variable of the page, else a global, else nothing. */
function seek(name) {
    return name in state.page ? state.page[name] : globalThis[name];
}

/** Hands over a template's own variables, and what it has made of those that it found. */
function give(own, found) {
    Object.assign(state.page, own);
    Object.keys(found).filter((name) => found[name] !== seek(name)).forEach((name) => {
        state.page[name] = found[name];
    });
}

/** What another template has left of the variables that this one had found, and the globals that it has imported. */
function seen(found) {
    const now = {};
    Object.keys(found).forEach((name) => {
        now[name] = name in state.page || found[name] === undefined ? seek(name) : found[name];
    });
    return now;
}

/** The variables that were found nowhere so far, with the globals that there are for them by then. */
function imported(found) {
    const now = {};
    Object.keys(found).forEach((name) => {
        now[name] = found[name] === undefined ? seek(name) : found[name];
    });
    return now;
}

/** A function that makes globals, after which `look` is told. */
function importing(make, look) {
    return (what) => {
        make(what);
        look();
    };
}

function* loop(attributes, name, status) {
    const { page } = state;
    for (const round of rounds(attributes)) {
        if (name !== null) {
            page[name] = round[0];
        }
        if (status !== null) {
            page[status] = round[1];
        }
        yield name === null ? [round[1]] : round;
    }
}

function isTrue(value) {
    return value === true || String(value).toLowerCase() === 'true';
}

/** A template that is a part of the one that runs. */
function within(template) {
    const { isWithin } = state;
    state.isWithin = true;
    run(template);
    state.isWithin = isWithin;
}

function remote(url) {
    print(`${host.call('template.mark', null)}${url}-->`);
}

/** A tag that `<ismodule>` has defined: its attributes are in `pdict` with what is there, and its page has variables of its own. */
function custom(name, attributes) {
    const module = modules.get(name);
    if (module === undefined) {
        throw new Error(`<${name}> is no tag: no <ismodule> has defined it`);
    }
    const pdict = Object.create(state.pdict);
    Object.keys(attributes).forEach((given) => {
        const declared = module.attributes.find((attribute) => attribute.toLowerCase() === given);
        pdict[declared || given] = listed(attributes[given]);
    });
    // Older templates leave out what the tag around has under the same name.
    module.attributes.filter((attribute) => !(attribute in pdict)).forEach((attribute) => {
        pdict[attribute] = null;
    });
    print(apart({ pdict, page: newPage(), bodies: [], opened: [] }, () => within(module.template)));
}

function scoped(scope) {
    const scopes = { request: () => request.custom, session: () => session.custom, pdict: () => state.pdict, page: () => state.page };
    return (scopes[String(scope || 'session').toLowerCase()] || scopes.session)();
}

function cookie({ name, value, path, domain, maxage, secure, comment }) {
    const made = new (require('dw/web/Cookie'))(name, value);
    made.path = path || '/';
    made.maxAge = maxage === undefined ? -1 : Number(maxage);
    made.secure = isTrue(secure) || String(secure).toLowerCase() === 'on';
    if (domain) {
        made.domain = domain;
    }
    if (comment) {
        made.comment = comment;
    }
    response.addHttpCookie(made);
}

/** How `${…}` is printed in content of a type: markup is encoded, scripts, JSON and plain text aren't. */
function encodingOf(type) {
    const kind = String(type).toLowerCase();
    if (kind.includes('html')) {
        return 'htmlcontent';
    }
    return kind.includes('xml') ? 'xml' : 'off';
}

/** What a template in another one says of itself isn't said of the page, unless nothing else is. */
function tellType(type, charset) {
    if (!state.isWithin || !state.isTyped) {
        response.setContentType(charset && !String(type).includes('charset') ? `${type};charset=${charset}` : String(type));
        state.isTyped = true;
    }
}

function content({ type, charset, encoding, compact }) {
    if (type) {
        tellType(type, charset);
        state.expressions = encodingOf(type);
    }
    if (encoding) {
        state.encoding = String(encoding);
        state.expressions = String(encoding);
    }
    if (isTrue(compact)) {
        state.compact = true;
    }
}

function asset({ aid }) {
    const found = aid === '' || aid === null || aid === undefined ? null : require('dw/content/ContentMgr').getContent(String(aid));
    if (found && found.online && found.custom.body) {
        print(String(found.custom.body));
    }
}

/** Pages aren't kept; what the template wishes is told in a header, as a developer's first question is what is cached. */
function recordCache(attributes) {
    const wish = lifetime(attributes);
    if (wish !== null) {
        response.keepFor(wish);
    }
}

/**
 * Prints the slot's configuration that applies by its own template, which sees it as `slotcontent`. An archive may name
 * templates of other cartridges: then the place stays empty, as on the platform, and the log says so.
 */
function printSlot(attributes) {
    const found = contentOf(attributes);
    if (found === null) {
        return;
    }
    if (!isTemplate(found.template)) {
        const message = `The slot ${attributes.id} stays empty: no cartridge has its template ${found.template}`;
        host.call('log.write', { level: 'error', category: 'slot', message });
        return;
    }
    const page = Object.assign(newPage(), { slotcontent: found.content });
    print(apart({ page, bodies: [], opened: [] }, () => within(found.template)));
}

function component(attributes) {
    const { pipeline, locale, ...parameters } = attributes;
    const pairs = Object.entries(parameters).flat().map(String);
    const action = new (require('dw/web/URLAction'))(String(pipeline), dw.system.Site.current.ID, locale && String(locale));
    remote(require('dw/web/URLUtils').url(action, ...pairs));
}

module.exports = {
    /** The variables of the page. */
    get page() { return state.page; },
    seek,
    loop,
    t: print,
    p: (value) => print(encoded(textOf(value), state.expressions)),
    print: (attributes) => print(shown(attributes, state.encoding)),
    broken(message) { throw new SyntaxError(message); },
    give,
    imported,
    importing,
    seen,
    include: ({ template, url }) => (url === undefined ? within(template) : remote(url)),
    /** Begins what a decorator gets. */
    open({ template }) {
        state.opened.push({ template, parts: state.parts });
        state.parts = [];
    },
    decorate() {
        const { template, parts } = state.opened.pop();
        const body = state.parts.join('');
        state.parts = parts;
        state.bodies.push(body);
        run(template);
        state.bodies.pop();
    },
    replace() {
        if (state.bodies.length > 0) {
            // What stands in there once more belongs to the template that is decorated.
            print(state.bodies[state.bodies.length - 1]);
        }
    },
    module({ template, name }, attributes) {
        modules.set(`is${String(name).toLowerCase()}`, { template: String(template), attributes });
    },
    custom,
    set: (scope, name, value) => { scoped(scope)[name] = String(scope).toLowerCase() === 'pdict' ? listed(value) : value; },
    remove: ({ name, scope }) => { delete scoped(scope)[name]; },
    redirect: ({ location, permanent }) => response.redirect(String(location), isTrue(permanent) ? 301 : 302),
    status: ({ value }) => response.setStatus(Number(value)),
    cookie,
    content,
    contentasset: asset,
    component,
    cache: recordCache,
    slot: printSlot,
    activedatacontext() {}
};
