'use strict';

/**
 * The special links of markup: `$url('Page-Show', 'cid', 'about')$`, the same by `httpUrl` or `httpsUrl`, `$include(…)$` and
 * `images/a.png?$staticlink$`.
 */

const { addressOf } = require('./staticFiles');

const FUNCTION = /\$(url|httpUrl|httpsUrl|include)\(([^()$]*)\)\$/gi;
const STATIC = /([^\s"'(),=<>]+)\?\$staticlink\$/g;
/** In quotes, or a bare word such as `true`. */
const VALUE = /'([^']*)'|"([^"]*)"|([^\s,'"]+)/g;

function written(name, values) {
    const URLUtils = require('dw/web/URLUtils');
    switch (name.toLowerCase()) {
        case 'httpurl': return URLUtils.http(...values);
        case 'httpsurl': return URLUtils.https(...values);
        case 'include': return `${host.call('template.mark', null)}${URLUtils.url(...values)}-->`;
        default: return URLUtils.abs(...values);
    }
}

/**
 * Markup with the addresses that its links stand for; one that names no action stays as it is. Static files are those of
 * `owner`, a name as `staticFiles` makes them, or of the site.
 */
function expanded(markup, owner = null) {
    if (!markup.includes('$')) {
        return markup;
    }
    const linked = markup.replace(FUNCTION, (whole, name, list) => {
        const values = Array.from(list.matchAll(VALUE), ([, single, double, bare]) => single ?? double ?? bare);
        return values.length === 0 ? whole : String(written(name, values));
    });
    return linked.replace(STATIC, (whole, path) => addressOf(owner, path));
}

module.exports = { expanded };
