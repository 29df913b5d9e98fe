'use strict';

const bound = require('../../internal/bound');
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
    /** Whether scripts have set them. */
    #hasOwnOptions = false;

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

    /** Of a boolean field the value that its box sends once it is checked, whether it is or not; of a masked one all but so many letters at the end are hidden. */
    getHtmlValue() {
        if (this.#kind() === 'boolean') {
            return this.attribute('checked-value') || 'true';
        }
        const masked = this.attribute('masked');
        if (this.#html === null || masked === null) {
            return this.#html;
        }
        const hidden = Math.max(0, this.#html.length - Number(masked));
        return '*'.repeat(hidden) + this.#html.slice(hidden);
    }

    /** The value of a text; undefined if the field can't read it. */
    read(text) {
        if (this.#kind() === 'boolean' && ['checked-value', 'unchecked-value'].some((name) => this.attribute(name) === text)) {
            return this.attribute('checked-value') === text;
        }
        return read(this.#kind(), text, this.attribute('format'));
    }

    /** The text of a value. */
    written(value) {
        return written(this.#kind(), value, this.attribute('format'));
    }

    setHtmlValue(text) {
        this.#html = text === null || text === undefined ? null : this.#spaced(String(text));
        const value = this.#html === null ? null : this.read(this.#html);
        this.#value = value === undefined ? null : value;
        this.#valid = true;
        this.#error = null;
    }

    #spaced(text) {
        return this.attribute('whitespace') === 'remove' ? text.replace(/\s+/g, '') : text;
    }

    remember(kept) {
        if (this.#html !== null) {
            kept.texts[this.getHtmlName()] = this.#html;
        }
        if (this.#hasOwnOptions) {
            kept.options[this.getHtmlName()] = Array.from(this.#options, (option) => ({
                id: option.optionId, value: option.value, label: option.text(), object: bound.referenceTo(option.object)
            }));
        }
    }

    recall(kept) {
        const [text, options] = [kept.texts[this.getHtmlName()], kept.options[this.getHtmlName()]];
        if (options !== undefined) {
            this.#setOptions(options.map((option) => Object.assign({}, option, { object: bound.resolved(option.object) })));
        }
        if (text !== undefined) {
            this.setHtmlValue(text);
        }
    }

    getValue() {
        return this.#kind() === 'boolean' ? this.#value === true : this.#value;
    }

    setValue(value) {
        this.#value = value === undefined ? null : value;
        this.#html = this.written(this.#value);
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
        // What comes back masked was left as it is.
        if (text !== null && text !== '' && this.attribute('masked') !== null && text === this.getHtmlValue()) {
            return;
        }
        this.setHtmlValue(text === null ? 'false' : text);
        const html = this.#html === null ? '' : this.#html;
        const value = this.read(html);
        const wrong = fault((name) => this.attribute(name), (name) => this.#limit(name), this.#kind(), html, value);
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

    /** A limit is written as the field's values are; that of a date may be `now`. */
    #limit(name) {
        const text = this.attribute(name);
        if (text === null) {
            return null;
        }
        const value = text === 'now' ? new Date() : this.read(text);
        return value === undefined ? null : value;
    }

    getMaxLength() {
        return this.#number('max-length', null);
    }

    getMinLength() {
        return this.#number('min-length', 0);
    }

    getMaxValue() {
        return this.#limit('max');
    }

    getMinValue() {
        return this.#limit('min');
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
        this.#setOptions(made);
    }

    #setOptions(made) {
        this.#hasOwnOptions = true;
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
        value: true,
        htmlValue: true,
        type: true,
        error: true,
        label: true,
        description: true,
        maxLength: true,
        minLength: true,
        maxValue: true,
        minValue: true,
        regEx: true,
        options: true,
        selectedOption: true,
        selectedOptionObject: true
    },
    is: { mandatory: true, checked: true, selected: true },
    constants: {
        FIELD_TYPE_BOOLEAN: TYPES.boolean, FIELD_TYPE_DATE: TYPES.date, FIELD_TYPE_INTEGER: TYPES.integer,
        FIELD_TYPE_NUMBER: TYPES.number, FIELD_TYPE_STRING: TYPES.string
    },
    apart: ['selectedOptionObject']
});
