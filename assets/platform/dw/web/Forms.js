'use strict';

const { define, fallback } = require('../../internal/bean');

const opened = new Map();
let keptBefore = {};

/** The forms of the cartridges by their names: `session.forms.profile`. */
class Forms {
    constructor(kept) {
        keptBefore = kept || {};
    }

    /** What the next request of this session starts from. */
    static kept() {
        const kept = Object.assign({}, keptBefore);
        for (const [name, form] of opened) {
            if (form !== null) {
                kept[name] = form.kept();
            }
        }
        return kept;
    }

    toString() {
        return `[Forms ${Array.from(opened.keys()).join(', ')}]`;
    }
}

function form(name) {
    if (!opened.has(name)) {
        const definition = host.call('form.definition', { name, locale: request.locale });
        const Form = require('dw/web/Form');
        opened.set(name, definition === null ? null : new Form(definition, keptBefore[name]));
    }
    return opened.get(name);
}

define(Forms, 'dw.web.Forms', {});
Object.setPrototypeOf(Forms.prototype, fallback(Object.prototype, (forms, name) => form(name) || undefined));

module.exports = Forms;
