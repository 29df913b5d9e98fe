'use strict';

/**
 * The special links of markup: `$url('Page-Show', 'cid', 'about')$`, the same by `httpUrl` or `httpsUrl`, `$include(…)$` and
 * `images/a.png?$staticlink$`.
 */

const FUNCTION = /\$(url|httpUrl|httpsUrl|include)\(([^()$]*)\)\$/g;
const STATIC = /([^\s"'(),=<>]+)\?\$staticlink\$/g;
const QUOTED = /'([^']*)'|"([^"]*)"/g;

function written(name, values) {
    const URLUtils = require('dw/web/URLUtils');
    switch (name) {
        case 'httpUrl': return URLUtils.http(...values);
        case 'httpsUrl': return URLUtils.https(...values);
        case 'include': return `${host.call('template.mark', null)}${URLUtils.url(...values)}-->`;
        default: return URLUtils.abs(...values);
    }
}

/** Markup with the addresses that its links stand for; one that names no action stays as it is. */
function expanded(markup) {
    if (!markup.includes('$')) {
        return markup;
    }
    const linked = markup.replace(FUNCTION, (whole, name, list) => {
        const values = Array.from(list.matchAll(QUOTED), ([, single, double]) => (single === undefined ? double : single));
        return values.length === 0 ? whole : String(written(name, values));
    });
    return linked.replace(STATIC, (whole, path) => String(require('dw/web/URLUtils').staticURL(path)));
}

module.exports = { expanded };
