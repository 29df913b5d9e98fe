'use strict';

const { define } = require('../../internal/bean');
const guard = require('../../internal/guard');
const FormGroup = require('dw/web/FormGroup');

/** A form: what was sent for it in this request, or else what the session has of it. */
class Form extends FormGroup {
    constructor(definition, kept) {
        super(definition, null);
        this.#restore(kept || {});
        this.#receive();
    }

    #restore(kept) {
        this.fields().filter((field) => kept[field.getHtmlName()] !== undefined).forEach((field) => {
            field.setHtmlValue(kept[field.getHtmlName()]);
        });
    }

    #receive() {
        const sent = request.httpParameterMap;
        const own = `${this.getHtmlName()}_`;
        const isSent = Array.from(sent.parameterNames).some((name) => name.startsWith(own));
        if (!isSent || (this.attribute('secure') === 'true' && !this.#isSecured(sent))) {
            return;
        }
        this.fields().forEach((field) => {
            const name = field.names().find((each) => sent.isParameterSubmitted(each));
            field.submitted(name === undefined ? null : sent.get(name).stringValue || '');
        });
    }

    #isSecured(sent) {
        return sent.get(this.getSecureKeyHtmlName()).stringValue === this.getSecureKeyValue();
    }

    getSecureKeyHtmlName() {
        return `${this.getHtmlName()}_securekey`;
    }

    getSecureKeyValue() {
        return guard();
    }

    /** What the session keeps of it: the texts of the fields by their names in the page. */
    kept() {
        const texts = {};
        this.fields().filter((field) => field.getHtmlValue() !== null).forEach((field) => {
            texts[field.getHtmlName()] = field.getHtmlValue();
        });
        return texts;
    }
}

module.exports = define(Form, 'dw.web.Form', {
    get: { secureKeyHtmlName: (it) => it.getSecureKeyHtmlName(), secureKeyValue: (it) => it.getSecureKeyValue() }
});
