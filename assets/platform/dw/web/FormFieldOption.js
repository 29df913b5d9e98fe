'use strict';

const { define } = require('../../internal/bean');
const { resolved } = require('../../internal/formTexts');

/** One of the values that a field may have. */
class FormFieldOption {
    #field;
    #id;
    #value;
    #label;
    #object;

    constructor(field, { id, value, label, object }) {
        this.#field = field;
        this.#id = String(id);
        this.#value = value === undefined || value === null ? String(id) : value;
        this.#label = label === undefined ? null : label;
        this.#object = object === undefined ? null : object;
    }

    getOptionId() {
        return this.#id;
    }

    getValue() {
        return this.#value;
    }

    getHtmlValue() {
        return String(this.#value);
    }

    getLabel() {
        return resolved(this.#label);
    }

    setLabel(label) {
        this.#label = label;
    }

    getObject() {
        return this.#object;
    }

    getParent() {
        return this.#field;
    }

    isSelected() {
        return this.#field.getHtmlValue() === this.getHtmlValue();
    }

    isChecked() {
        return this.isSelected();
    }

    toString() {
        return `[FormFieldOption ${this.#id}]`;
    }
}

module.exports = define(FormFieldOption, 'dw.web.FormFieldOption', {
    get: {
        optionId: (it) => it.getOptionId(),
        value: (it) => it.getValue(),
        htmlValue: (it) => it.getHtmlValue(),
        label: { get: (it) => it.getLabel() },
        object: (it) => it.getObject(),
        parent: (it) => it.getParent()
    },
    is: { selected: (it) => it.isSelected(), checked: (it) => it.isChecked() },
    apart: ['parent', 'object']
});
