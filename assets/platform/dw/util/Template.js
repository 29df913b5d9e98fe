'use strict';

const { define } = require('../../internal/bean');
const pages = require('../../internal/pages');
const MimeEncodedText = require('dw/value/MimeEncodedText');

/** A template whose result is a text, for example a mail: `new Template('mail/order').render(map)`. */
class Template {
    #name;
    #locale;

    constructor(name, locale) {
        this.#name = name;
        this.#locale = locale || null;
    }

    /** The locale in whose templates and texts it is rendered, instead of the request's. */
    setLocale(id) {
        if (id === null || id === undefined || String(id).trim() === '') {
            throw new TypeError('The locale of a template must not be blank');
        }
        this.#locale = String(id);
        return this;
    }

    /** Templates read the view as `pdict`, and as `param`. */
    render(view) {
        return new MimeEncodedText(pages.rendered(this.#name, view, this.#locale, { param: view || {} }));
    }

    toString() {
        return `[Template ${this.#name}]`;
    }
}

module.exports = define(Template, 'dw.util.Template', {});
