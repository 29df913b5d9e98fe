'use strict';

/**
 * Templates that the Business Manager has for the pages of its cartridges. `check.rs` knows their names and tags.
 *
 * Each is a function of what compiled templates call, and of the `pdict`.
 */

const { encoded } = require('./encoders');

const STYLE = 'body{font:14px/1.5 system-ui,sans-serif;margin:0 2rem}nav{padding:.75rem 0;color:#666}table{border-spacing:0}';

/** What a page stands in. */
function frame(isml) {
    isml.t(`<!DOCTYPE html>\n<html>\n<head><meta charset="utf-8"><title>Business Manager</title><style>${STYLE}</style></head>\n<body>\n`);
    isml.replace();
    isml.t('\n</body>\n</html>\n');
}

/** The tags that pages use: it prints nothing. */
function tags(isml) {
    isml.module({ template: 'inc/Breadcrumb', name: 'breadcrumb' }, []);
}

/** `name1`, `url1`, `name2`, …: where the page is, with links to what is above it. */
function breadcrumb(isml, pdict) {
    const text = (value) => encoded(String(value), 'htmlcontent');
    const steps = [];
    for (let step = 1; pdict[`name${step}`]; step += 1) {
        const url = pdict[`url${step}`];
        const name = text(pdict[`name${step}`]);
        steps.push(url ? `<a href="${text(url)}">${name}</a>` : name);
    }
    isml.t(`<nav>${steps.join(' &gt; ')}</nav>`);
}

const templates = new Map([
    ['application/menuframe', frame],
    ['inc/modules', tags],
    ['inc/breadcrumb', breadcrumb]
]);

/** A template as cartridges have them, for example `application/MenuFrame` in any case; null if there is none. */
function template(name) {
    const work = templates.get(name.toLowerCase());
    return work === undefined ? null : (pdict) => work(require('./isml'), pdict);
}

module.exports = { template };
