'use strict';

const { define } = require('../../internal/bean');
const { resolved } = require('../../internal/formTexts');
const FormElement = require('dw/web/FormElement');

/** A button of a form. */
class FormAction extends FormElement {
    #parameter(suffix) {
        return request.httpParameterMap.get(this.getHtmlName() + suffix).stringValue;
    }

    /** Whether the browser has sent it. */
    isSubmitted() {
        const { httpParameterMap: sent } = request;
        return this.names().some((name) => ['', '.x'].some((suffix) => sent.isParameterSubmitted(name + suffix)));
    }

    /** Whether it was sent with what it stands in being valid, unless it needs no valid form. */
    isTriggered() {
        return this.isSubmitted() && (this.attribute('valid-form') === 'false' || this.getParent().isValid());
    }

    getLabel() {
        return resolved(this.attribute('label'));
    }

    getDescription() {
        return resolved(this.attribute('description'));
    }

    getObject() {
        return this.getParent().getObject();
    }

    getX() {
        const x = this.#parameter('.x');
        return x === null ? null : Number(x);
    }

    getY() {
        const y = this.#parameter('.y');
        return y === null ? null : Number(y);
    }
}

module.exports = define(FormAction, 'dw.web.FormAction', {
    get: {
        label: true,
        description: true,
        object: true,
        x: true,
        y: true
    },
    is: { triggered: true, submitted: true },
    apart: ['object']
});
