'use strict';

const { define } = require('../../internal/bean');
const converted = require('../../internal/converted');
const { resolved } = require('../../internal/formTexts');

/** A text as the value that the field would read; what it can't read stays a text. */
function typed(field, value) {
    const read = typeof value === 'string' ? field.read(value) : undefined;
    return read === undefined || read === null ? value : read;
}

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
        this.#value = typed(field, value === undefined || value === null ? String(id) : value);
        this.#label = label === undefined ? null : label;
        this.#object = object === undefined ? null : object;
    }

    getOptionId() {
        return this.#id;
    }

    getValue() {
        return this.#value;
    }

    /** As the field writes its values. */
    getHtmlValue() {
        return this.#field.written(this.#value);
    }

    getLabel() {
        return resolved(this.#label);
    }

    /** The label as it was given, which may be a key of it. */
    text() {
        return this.#label;
    }

    setLabel(label) {
        this.#label = converted.text(label);
    }

    getObject() {
        return this.#object;
    }

    getParent() {
        return this.#field;
    }

    isSelected() {
        return this.#field.written(this.#field.getValue()) === this.getHtmlValue();
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
        optionId: true,
        value: true,
        htmlValue: true,
        label: true,
        object: true,
        parent: true
    },
    is: { selected: true, checked: true },
    apart: ['parent', 'object']
});
