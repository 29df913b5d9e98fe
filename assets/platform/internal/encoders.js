'use strict';

/** Texts made safe for the place where they are printed, by the names that `<isprint encoding="…">` has for them. */

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' };
const XML_ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const SCRIPT_ESCAPES = { '\\': '\\\\', '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r' };

function replaced(letters, entities) {
    return (text) => text.replace(letters, (letter) => entities[letter]);
}

function unit(letter) {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function hex(letter) {
    return `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/** Control characters, the separators of lines, and `extra` are escaped for a script's text. */
function script(extra) {
    const letters = new RegExp(`[\\u0000-\\u001f\\u2028\\u2029\\\\${extra}]`, 'g');
    return (text) => text.replace(letters, (letter) => {
        if (SCRIPT_ESCAPES[letter]) {
            return SCRIPT_ESCAPES[letter];
        }
        return letter === '/' ? '\\/' : (letter < '\u0100' ? hex(letter) : unit(letter));
    });
}

function unquoted(text) {
    return text.replace(/[^A-Za-z0-9\u00a1-\uffff]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

function json(text) {
    return JSON.stringify(text).slice(1, -1).replace(/[/<>&'\u2028\u2029]/g, (letter) => (letter === '/' ? '\\/' : unit(letter)));
}

function strict(text) {
    return encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}

const html = replaced(/[&<>"']/g, ENTITIES);

const ENCODERS = {
    on: html,
    off: (text) => text,
    htmlcontent: html,
    htmlsinglequote: replaced(/[&<>']/g, ENTITIES),
    htmldoublequote: replaced(/[&<>"]/g, ENTITIES),
    htmlunquote: unquoted,
    jshtml: script('\'"&/<>'),
    jsattribute: script('\'"&<>'),
    jsblock: script('\'"&/-'),
    jssource: script('\'"'),
    jsonvalue: json,
    uricomponent: encodeURIComponent,
    uristrict: strict,
    xmlcontent: replaced(/[&<>]/g, XML_ENTITIES),
    xmlsinglequote: replaced(/[&<>']/g, XML_ENTITIES),
    xmldoublequote: replaced(/[&<>"]/g, XML_ENTITIES),
    xmlcomment: (text) => replaced(/[&<>]/g, XML_ENTITIES)(text).replace(/-(?=-|$)/g, '- '),
    wml: replaced(/[&<>"']/g, XML_ENTITIES),
    xml: replaced(/[&<>"']/g, XML_ENTITIES),
    html
};

/** The text in an encoding; one that isn't known is an error. */
function encoded(text, encoding) {
    const name = String(encoding).toLowerCase();
    if (!Object.prototype.hasOwnProperty.call(ENCODERS, name)) {
        throw new Error(`${encoding} is no encoding: ${Object.keys(ENCODERS).join(', ')}`);
    }
    return ENCODERS[name](String(text).toWellFormed());
}

module.exports = { encoded };
