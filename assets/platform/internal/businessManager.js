'use strict';

/**
 * Templates that the Business Manager has for the pages of its cartridges. `templates.rs` has their names and tags.
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
    isml.module({ template: 'inc/InputField', name: 'inputfield' }, ['formfield', 'type', 'value']);
}

function text(value) {
    return encoded(value === null || value === undefined ? '' : String(value), 'htmlcontent');
}

/** What a tag gives; null for what it doesn't, whatever the page around has under that name. */
function given(pdict, name) {
    return Object.hasOwn(pdict, name) ? pdict[name] : null;
}

/** Addresses that nothing runs from: of the web, or without a scheme. */
const ADDRESS = /^(?:https?:|[^:]*$|[^:]*[/?#])/i;

/** `name1`, `url1`, `name2`, …: where the page is, with links to what is above it. */
function breadcrumb(isml, pdict) {
    const steps = [];
    for (let step = 1; given(pdict, `name${step}`); step += 1) {
        const url = text(given(pdict, `url${step}`)).trim();
        const name = text(given(pdict, `name${step}`));
        steps.push(url !== '' && ADDRESS.test(url) ? `<a href="${url}">${name}</a>` : name);
    }
    isml.t(`<nav>${steps.join(' &gt; ')}</nav>`);
}

/** What `attribute1` and `value1`, … add to a tag; what is no name of an attribute adds nothing. */
function more(pdict) {
    const added = [];
    for (let number = 1; given(pdict, `attribute${number}`); number += 1) {
        const name = String(given(pdict, `attribute${number}`));
        if (/^[\w:-]+$/.test(name)) {
            added.push(` ${name}="${text(given(pdict, `value${number}`))}"`);
        }
    }
    return added.join('');
}

function choice({ htmlValue, label, selected }) {
    return `<option value="${text(htmlValue)}"${selected ? ' selected' : ''}>${text(label)}</option>`;
}

/** A field of a form in two cells of a table: what it is called, and where it is filled in. */
function field(isml, pdict) {
    const formfield = given(pdict, 'formfield');
    if (formfield === null || formfield === undefined) {
        throw new Error('<isinputfield> has no formfield');
    }
    const name = `name="${text(formfield.htmlName)}"${more(pdict)}`;
    const own = given(pdict, 'value');
    // What a box sends once it is checked is not what an unchecked one has.
    const isBox = formfield.type === formfield.constructor.FIELD_TYPE_BOOLEAN;
    const kept = isBox ? String(formfield.checked) : formfield.htmlValue;
    const value = text(own === null || own === undefined ? kept : own);
    const kinds = new Map([
        ['select', () => `<select ${name}>${Array.from(formfield.options, choice).join('')}</select>`],
        ['textarea', () => `<textarea ${name}>${value}</textarea>`],
        ['checkbox', () => `<input type="checkbox" ${name} value="true"${formfield.checked ? ' checked' : ''}>`],
        ['password', () => `<input type="password" ${name}>`],
        ['hidden', () => `<input type="hidden" ${name} value="${value}">`]
    ]);
    const control = kinds.get(String(given(pdict, 'type')).toLowerCase()) || (() => `<input type="text" ${name} value="${value}">`);
    isml.t(`<td>${text(formfield.label)}</td><td>${control()}</td>`);
}

const templates = new Map([
    ['application/menuframe', frame],
    ['inc/modules', tags],
    ['inc/breadcrumb', breadcrumb],
    ['inc/inputfield', field]
]);

/** A template as cartridges have them, for example `application/MenuFrame` in any case; null if there is none. */
function template(name) {
    const work = templates.get(name.toLowerCase());
    return work === undefined ? null : (pdict) => work(require('./isml'), pdict);
}

module.exports = { template };
