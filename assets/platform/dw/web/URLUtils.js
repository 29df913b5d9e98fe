'use strict';

const { manager } = require('../../internal/bean');
const context = require('../../internal/context');
const { origin } = require('../../internal/origin');
const staticFiles = require('../../internal/staticFiles');
const URL = require('dw/web/URL');
const URLAction = require('dw/web/URLAction');
const URLParameter = require('dw/web/URLParameter');

const CONTEXTS = { CONTEXT_CATALOG: 'ContextCatalog', CONTEXT_LIBRARY: 'ContextLibrary', CONTEXT_SITE: 'ContextSite' };

function pairs(parameters) {
    const list = [];
    for (let index = 0; index < parameters.length; index += 1) {
        const parameter = parameters[index];
        if (parameter instanceof URLParameter) {
            list.push([parameter.name, parameter.value]);
        } else {
            const value = parameters[index + 1];
            list.push([String(parameter), value === undefined || value === null ? '' : value]);
            index += 1;
        }
    }
    return list;
}

/** Older scripts say first whether the session's ID is to stand in the address; here it never does. */
function withoutSession(given) {
    return typeof given[0] === 'boolean' ? given.slice(1) : given;
}

/** The address of `(action, ...parameters)` behind what comes before its path. */
function addressOf(start, given) {
    const [action, ...parameters] = withoutSession(given);
    const target = action instanceof URLAction ? action : new URLAction(String(action));
    const site = target.site || context.site.id;
    const locale = target.locale || request.locale;
    const path = `/on/demandware.store/Sites-${site}-Site/${locale}/${target.action}`;
    return new URL(start, path, pairs(parameters), { action: target.action, site, locale });
}

function file(name) {
    return staticFiles.addressOf(null, name);
}

/** Whose files are meant: those of a catalogue, by itself the site's, of the site's library, or of the site, which is null. */
function ownerOf(kind, id) {
    if (kind === CONTEXTS.CONTEXT_CATALOG) {
        return staticFiles.catalogue(id || require('dw/catalog/CatalogMgr').getSiteCatalog().ID);
    }
    return kind === CONTEXTS.CONTEXT_LIBRARY ? staticFiles.siteLibrary() : null;
}

/** `(path)`, or `(context, name, path)`. */
function fileOf(given) {
    return given.length > 2 ? staticFiles.addressOf(ownerOf(given[0], given[1]), String(given[2])) : file(String(given[0]));
}

/** The same, then what is to be done to the image, as parameters; the sandbox shows it as it is. */
function imageOf(start, given) {
    const transformation = (given.length > 2 ? given[3] : given[1]) || {};
    return new URL(start, fileOf(given), Object.keys(transformation).map((name) => [name, String(transformation[name])]));
}

function onHost(host, protocol, url) {
    const known = request.httpHost;
    if (host !== known && host !== known.replace(/:\d+$/, '')) {
        throw new Error(`The site has the host ${known} alone, not ${host}`);
    }
    return url === null ? URLUtils[protocol]('Home-Show') : URL.of(String(url))[protocol]();
}

function continuation() {
    const { pdict } = require('../../internal/pages').state;
    return pdict && pdict.ContinueURL ? String(pdict.ContinueURL) : null;
}

/** Addresses of controller functions and static files: `URLUtils.url('Cart-Show', 'pid', id)`. */
class URLUtils {
    static url(...given) {
        return addressOf('', given);
    }

    static abs(...given) {
        return addressOf(origin(request.httpProtocol), given);
    }

    static http(...given) {
        return addressOf(origin('http'), given);
    }

    static https(...given) {
        return addressOf(origin('https'), given);
    }

    /** Where a page's form goes: the `ContinueURL` of the dictionary that the page was given, else where the page is. */
    static continueURL() {
        return URL.of(continuation() || request.httpPath);
    }

    /** Over the protocol that the interaction has. */
    static httpContinue() {
        const given = continuation();
        return given ? URL.of(given)[request.httpProtocol]() : URL.of(origin(request.httpProtocol) + request.httpPath);
    }

    static httpsContinue() {
        const given = continuation();
        return given ? URL.of(given).https() : URL.of(origin('https') + request.httpPath);
    }

    static home() {
        return URLUtils.url('Home-Show');
    }

    static httpHome() {
        return URLUtils.http('Home-Show');
    }

    static httpsHome() {
        return URLUtils.https('Home-Show');
    }

    static webRoot() {
        return URL.of(file('/'));
    }

    static absWebRoot() {
        return URL.of(origin(request.httpProtocol) + file('/'));
    }

    static httpWebRoot() {
        return URL.of(origin('http') + file('/'));
    }

    static httpsWebRoot() {
        return URL.of(origin('https') + file('/'));
    }

    /** The sandbox has one host, on which a visitor's session is everywhere: it is the address itself. */
    static sessionRedirect(host, url) {
        return onHost(host, 'https', url);
    }

    static sessionRedirectHttpOnly(host, url) {
        return onHost(host, 'http', url);
    }

    static staticURL(...given) {
        return URL.of(fileOf(given));
    }

    static absStatic(...given) {
        return URL.of(origin(request.httpProtocol) + fileOf(given));
    }

    static httpStatic(...given) {
        return URL.of(origin('http') + fileOf(given));
    }

    static httpsStatic(...given) {
        return URL.of(origin('https') + fileOf(given));
    }

    static imageURL(...given) {
        return imageOf('', given);
    }

    static absImage(...given) {
        return imageOf(origin(request.httpProtocol), given);
    }

    static httpImage(...given) {
        return imageOf(origin('http'), given);
    }

    static httpsImage(...given) {
        return imageOf(origin('https'), given);
    }
}

module.exports = manager(URLUtils, 'dw.web.URLUtils', {}, CONTEXTS);
