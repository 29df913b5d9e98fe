'use strict';

const { define } = require('../../internal/bean');
const { plain } = require('../../internal/view');
const context = require('../../internal/context');
const MimeEncodedText = require('dw/value/MimeEncodedText');

/** What templates are handed nests no deeper. */
const DEEPEST = 100;

/** A template whose result is a text, for example a mail: `new Template('mail/order').render(map)`. */
class Template {
    #name;
    #locale;

    constructor(name, locale) {
        this.#name = name;
        this.#locale = locale || null;
    }

    render(view) {
        const text = host.call('template.render', {
            template: this.#name.replace(/\.(?:isml|html)$/, ''),
            locale: this.#locale || request.locale,
            site: context.site.id,
            view: plain(view || {}, DEEPEST)
        });
        return new MimeEncodedText(text);
    }

    toString() {
        return `[Template ${this.#name}]`;
    }
}

module.exports = define(Template, 'dw.util.Template', {});
