'use strict';

const { define } = require('../../internal/bean');

/** What a form is made of: it has a name in its parent, and knows whether what was sent for it is fine. */
class FormElement {
    #definition;
    #parent;
    /** What a script found that checked it. */
    #data = null;

    constructor(definition, parent) {
        this.#definition = definition;
        this.#parent = parent || null;
    }

    getFormId() {
        return this.#definition.id;
    }

    getParent() {
        return this.#parent;
    }

    /** What the element is called in the page, such as `dwfrm_profile_customer_email`. */
    getHtmlName() {
        return this.#parent ? `${this.#parent.getHtmlName()}_${this.getFormId()}` : `dwfrm_${this.getFormId()}`;
    }

    getDynamicHtmlName() {
        return `${this.getHtmlName()}_d0${this.getFormId().length.toString(36)}`;
    }

    /** What a page may call it. */
    names() {
        return [this.getHtmlName(), this.getDynamicHtmlName()];
    }

    /** An attribute of the definition; null if it has none. */
    attribute(name) {
        const value = (this.#definition.attributes || {})[name];
        return value === undefined ? null : value;
    }

    definition() {
        return this.#definition;
    }

    isValid() {
        return true;
    }

    /** An element without a value has nothing to clear, nothing that could be wrong, and nothing to keep for later. */
    clearFormElement() {}

    remember() {}

    recall() {}

    invalidateFormElement() {}

    /** Has it checked by its definition's script, which calls it by a name. */
    check(name) {
        const found = require('../../internal/formChecks').found(this, name);
        this.#data = found && found.data;
        if (found !== null && !found.valid) {
            this.invalidateFormElement(found.message);
        }
    }

    getValidationResult() {
        const Result = require('dw/web/FormElementValidationResult');
        return this.isValid() ? new Result(true, null, this.#data) : new Result(false, this.getError(), this.#data);
    }

    getError() {
        return null;
    }

    toString() {
        return `[${this.constructor.name} ${this.getHtmlName()}]`;
    }
}

['attribute', 'check', 'definition', 'getError', 'names'].forEach((name) => Object.defineProperty(FormElement.prototype, name, { enumerable: false }));

module.exports = define(FormElement, 'dw.web.FormElement', {
    get: {
        formId: true,
        htmlName: true,
        dynamicHtmlName: true,
        parent: true,
        validationResult: true
    },
    is: { valid: true },
    apart: ['parent']
});
