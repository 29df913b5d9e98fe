'use strict';

const FormElement = require('dw/web/FormElement');
const FormField = require('dw/web/FormField');
const FormGroup = require('dw/web/FormGroup');

/** What a view shows of a field is what the field says when it is asked, so that nothing in it is ever old. */
const SHOWN = ['htmlName', 'htmlValue', 'label', 'description', 'mandatory', 'checked', 'maxLength', 'minLength', 'regEx'];

function told(target, names, base) {
    names.forEach((name) => Object.defineProperty(target, name, { enumerable: true, get: () => base[name] }));
}

/** Controllers may say that something is wrong, and why, as they find it out. */
function judged(target, base) {
    Object.defineProperty(target, 'valid', {
        enumerable: true,
        get: () => base.valid,
        set: (isValid) => { if (!isValid) { base.invalidateFormElement(); } }
    });
    Object.defineProperty(target, 'error', {
        enumerable: true,
        get: () => base.error,
        set: (text) => base.invalidateFormElement(text)
    });
}

function optionsOf(field) {
    return Array.from(field.options, (option) => ({
        id: option.optionId, value: option.value, htmlValue: option.htmlValue, label: option.label,
        selected: option.selected, checked: option.checked
    }));
}

function fieldOf(base) {
    const view = { formType: 'formField', base };
    told(view, SHOWN, base);
    judged(view, base);
    Object.defineProperty(view, 'value', {
        enumerable: true,
        get: () => base.value,
        set: (value) => { base.value = value; }
    });
    Object.defineProperty(view, 'options', { enumerable: true, get: () => optionsOf(base) });
    return view;
}

/** What can be done with a group, and how the platform calls that. */
const VERBS = { clear: 'clearFormElement', copyFrom: 'copyFrom', copyTo: 'copyTo' };

function actionOf(base) {
    const view = { formType: 'formAction', base };
    told(view, ['htmlName', 'label', 'description', 'triggered', 'submitted'], base);
    return view;
}

function groupOf(base) {
    const view = { formType: 'formGroup', base };
    told(view, ['htmlName'], base);
    judged(view, base);
    Object.keys(VERBS).forEach((name) => {
        Object.defineProperty(view, name, { value: (...given) => { base[VERBS[name]](...given); } });
    });
    Object.defineProperty(view, 'toObject', { value: () => valuesOf(view) });
    Object.keys(base).filter((name) => base[name] instanceof FormElement).forEach((name) => {
        Object.defineProperty(view, name, { enumerable: true, value: viewOf(base[name]) });
    });
    return view;
}

function viewOf(base) {
    if (base instanceof FormGroup) {
        return groupOf(base);
    }
    return base instanceof FormField ? fieldOf(base) : actionOf(base);
}

/** The values of the fields by their names, groups within groups. */
function valuesOf(view) {
    const values = {};
    Object.keys(view).filter((name) => name !== 'base').forEach((name) => {
        const { formType } = view[name] || {};
        if (formType === 'formField') {
            values[name] = view[name].value;
        } else if (formType === 'formGroup') {
            values[name] = valuesOf(view[name]);
        }
    });
    return values;
}

/** A form of the session as controllers and templates use it: `server.forms.getForm('profile').customer.email.value`. */
function getForm(name) {
    const form = session.forms[name];
    if (!form) {
        throw new Error(`No cartridge has a form ${name}`);
    }
    return viewOf(form);
}

module.exports = { getForm };
