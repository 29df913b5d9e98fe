'use strict';

const { define } = require('../../internal/bean');
const guard = require('../../internal/guard');
const FormGroup = require('dw/web/FormGroup');

/** A form: what was sent for it in this request, or else what the session has of it. */
class Form extends FormGroup {
    constructor(definition, kept) {
        super(definition, null);
        this.recall(Object.assign({ texts: {}, objects: {}, rows: {}, options: {} }, kept));
        this.#receive();
    }

    #receive() {
        const sent = request.httpParameterMap;
        const own = `${this.getHtmlName()}_`;
        const isSent = Array.from(sent.parameterNames).some((name) => name.startsWith(own));
        if (!isSent || (this.attribute('secure') === 'true' && !this.#isSecured(sent))) {
            return;
        }
        const received = this.fields().filter((field) => {
            const name = field.names().find((each) => sent.isParameterSubmitted(each));
            field.submitted(name === undefined ? null : sent.get(name).stringValue || '');
            return name !== undefined;
        });
        // Scripts that check one field may look at others, and those of groups at all of them.
        received.filter((field) => field.isValid()).forEach((field) => field.check('formfield'));
        const isReceived = (group) => group.fields().some((field) => received.includes(field));
        this.groups().filter(isReceived).forEach((group) => group.check(group.checkedAs()));
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

    /** What the session keeps of it, by names in the page: the fields' texts and options, the lists' rows, what was bound. */
    kept() {
        const kept = { texts: {}, objects: {}, rows: {}, options: {} };
        this.remember(kept);
        return kept;
    }
}

module.exports = define(Form, 'dw.web.Form', {
    get: { secureKeyHtmlName: true, secureKeyValue: true }
});
