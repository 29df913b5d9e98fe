'use strict';

const { define } = require('../../internal/bean');
const { resolved } = require('../../internal/formTexts');
const { read, written, fault } = require('../../internal/formValues');
const FormElement = require('dw/web/FormElement');
const FormFieldOption = require('dw/web/FormFieldOption');
const FormFieldOptions = require('dw/web/FormFieldOptions');

const TYPES = { boolean: 1, date: 2, integer: 3, number: 4, string: 5 };

function property(object, path) {
    return String(path).split('.').reduce((found, name) => (found === null || found === undefined ? null : found[name]), object);
}

/** A field of a form: what the browser has sent for it, and the value of that. */
class FormField extends FormElement {
    #html = null;
    #value = null;
    #error = null;
    #valid = true;
    #options = null;

    constructor(definition, parent) {
        super(definition, parent);
        this.#reset();
    }

    #kind() {
        return this.attribute('type') || 'string';
    }

    #reset() {
        const usual = this.attribute('default-value');
        const chosen = (this.definition().options || []).find((option) => option.default === 'true');
        const checked = this.#kind() === 'boolean' ? this.attribute('checked') || 'false' : null;
        this.setHtmlValue(usual !== null ? usual : (chosen ? chosen.value || chosen.optionid : checked));
    }

    getType() {
        return TYPES[this.#kind()] || TYPES.string;
    }

    getHtmlValue() {
        return this.#html;
    }

    setHtmlValue(text) {
        this.#html = text === null || text === undefined ? null : String(text);
        const value = this.#html === null ? null : read(this.#kind(), this.#html, this.attribute('format'));
        this.#value = value === undefined ? null : value;
        this.#valid = true;
        this.#error = null;
    }

    getValue() {
        return this.#kind() === 'boolean' ? this.#value === true : this.#value;
    }

    setValue(value) {
        this.#value = value === undefined ? null : value;
        this.#html = written(this.#kind(), this.#value, this.attribute('format'));
        this.#valid = true;
        this.#error = null;
    }

    /**
     * Takes over what was sent. A box that isn't checked isn't sent; any other field that isn't has no place in the page,
     * and what isn't there can't be wrong: many pages show a part of a form.
     */
    submitted(text) {
        if (text === null && this.#kind() !== 'boolean') {
            return;
        }
        this.setHtmlValue(text === null ? 'false' : text);
        const html = this.#html === null ? '' : this.#html;
        const value = read(this.#kind(), html, this.attribute('format'));
        const wrong = fault((name) => this.attribute(name), this.#kind(), html, value);
        if (wrong !== null) {
            this.invalidateFormElement(this.attribute(wrong) || this.attribute('value-error'));
        }
    }

    isValid() {
        return this.#valid;
    }

    getError() {
        return resolved(this.#error);
    }

    invalidateFormElement(error) {
        this.#valid = false;
        this.#error = error === undefined || error === null ? this.attribute('value-error') : String(error);
    }

    clearFormElement() {
        this.#reset();
    }

    isChecked() {
        return this.getValue() === true;
    }

    isSelected() {
        return this.isChecked();
    }

    isMandatory() {
        return this.attribute('mandatory') === 'true';
    }

    #number(name, otherwise) {
        return this.attribute(name) === null ? otherwise : Number(this.attribute(name));
    }

    getMaxLength() {
        return this.#number('max-length', null);
    }

    getMinLength() {
        return this.#number('min-length', 0);
    }

    getMaxValue() {
        return this.#number('max', null);
    }

    getMinValue() {
        return this.#number('min', null);
    }

    getRegEx() {
        return this.attribute('regexp');
    }

    getLabel() {
        return resolved(this.attribute('label'));
    }

    getDescription() {
        return resolved(this.attribute('description'));
    }

    getOptions() {
        if (this.#options === null) {
            const listed = this.definition().options || [];
            this.#options = new FormFieldOptions(listed.map((option) => new FormFieldOption(this, {
                id: option.optionid || option.value, value: option.value, label: option.label
            })));
        }
        return this.#options;
    }

    /** Options from a map of IDs and labels, or from objects by the definition's bindings. */
    setOptions(source) {
        const bindings = this.definition().bindings || {};
        const bound = (object, name, otherwise) => (bindings[name] ? property(object, bindings[name]) : otherwise);
        const isMap = source && typeof source.keySet === 'function';
        const made = isMap ? Array.from(source.keySet(), (id) => ({ id, value: id, label: source.get(id) })) : Array.from(
            typeof source.hasNext === 'function' ? require('../../internal/loops').ofIterator(source) : source,
            (object) => {
                const id = bound(object, 'optionid-binding', String(object));
                return { id, value: bound(object, 'value-binding', id), label: bound(object, 'label-binding', null), object };
            }
        );
        this.#options = new FormFieldOptions(made.map((option) => new FormFieldOption(this, option)));
    }

    getSelectedOption() {
        return Array.from(this.getOptions()).find((option) => option.isSelected()) || null;
    }

    getSelectedOptionObject() {
        const selected = this.getSelectedOption();
        return selected && selected.getObject();
    }
}

module.exports = define(FormField, 'dw.web.FormField', {
    get: {
        value: { get: (it) => it.getValue() },
        htmlValue: { get: (it) => it.getHtmlValue() },
        type: (it) => it.getType(),
        error: (it) => it.getError(),
        label: (it) => it.getLabel(),
        description: (it) => it.getDescription(),
        maxLength: (it) => it.getMaxLength(),
        minLength: (it) => it.getMinLength(),
        maxValue: (it) => it.getMaxValue(),
        minValue: (it) => it.getMinValue(),
        regEx: (it) => it.getRegEx(),
        options: { get: (it) => it.getOptions() },
        selectedOption: (it) => it.getSelectedOption(),
        selectedOptionObject: (it) => it.getSelectedOptionObject()
    },
    is: { mandatory: (it) => it.isMandatory(), checked: (it) => it.isChecked(), selected: (it) => it.isSelected() },
    constants: {
        FIELD_TYPE_BOOLEAN: TYPES.boolean, FIELD_TYPE_DATE: TYPES.date, FIELD_TYPE_INTEGER: TYPES.integer,
        FIELD_TYPE_NUMBER: TYPES.number, FIELD_TYPE_STRING: TYPES.string
    },
    apart: ['selectedOptionObject']
});
