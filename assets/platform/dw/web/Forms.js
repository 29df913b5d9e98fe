'use strict';

const { define, fallback } = require('../../internal/bean');

/** Words in the name of a form. */
const DEEPEST = 6;

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

    /** From now on all forms are as nobody has filled them in. */
    static forget() {
        opened.clear();
        keptBefore = {};
    }

    /** The form of which the browser has sent an action, or null. */
    static triggered() {
        const sent = Array.from(request.httpParameterMap.parameterNames, String).filter((name) => name.startsWith('dwfrm_'));
        for (const name of sent) {
            const parts = name.split(/[_.]/).slice(1, DEEPEST);
            const found = parts.map((part, index) => form(parts.slice(0, index + 1).join('_')));
            const triggered = found.find((each) => each && each.getSubmittedAction());
            if (triggered) {
                return triggered;
            }
        }
        return null;
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
const byName = fallback(Object.prototype, (forms, name) => form(name) || undefined);

/** A form that is there is in it, `'profile' in session.forms`, though none is known before it is asked for. */
Object.setPrototypeOf(Forms.prototype, new Proxy(byName, {
    has: (target, name) => name in target || (typeof name === 'string' && form(name) !== null)
}));

module.exports = Forms;
