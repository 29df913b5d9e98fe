'use strict';

const { define } = require('../../internal/bean');
const FormAction = require('dw/web/FormAction');
const FormElement = require('dw/web/FormElement');
const FormField = require('dw/web/FormField');

function property(object, path) {
    return String(path).split('.').reduce((found, name) => (found === null || found === undefined ? null : found[name]), object);
}

function assign(object, path, value) {
    const names = String(path).split('.');
    const last = names.pop();
    const owner = names.reduce((found, name) => (found === null || found === undefined ? null : found[name]), object);
    if (owner !== null && owner !== undefined) {
        owner[last] = value;
    }
}

/** The element of a definition, within its parent. */
function made(definition, parent) {
    const kinds = {
        field: FormField,
        action: FormAction,
        group: FormGroup,
        list: () => require('dw/web/FormList')
    };
    const Class = definition.kind === 'list' ? kinds.list() : kinds[definition.kind];
    return new Class(definition, parent);
}

/** Fields, actions and groups under their names and their numbers: `form.customer`, `form[0]`. */
class FormGroup extends FormElement {
    #error = null;
    #valid = true;
    #object = null;

    constructor(definition, parent) {
        super(definition, parent);
        (definition.children || []).forEach((child, index) => {
            const value = made(child, this);
            Object.defineProperty(this, child.id, { value, enumerable: true, configurable: true });
            Object.defineProperty(this, index, { value, configurable: true });
        });
    }

    /** What stands in it, in order. */
    elements() {
        return Object.keys(this).map((name) => this[name]).filter((element) => element instanceof FormElement);
    }

    getChildCount() {
        return this.elements().length;
    }

    isValid() {
        return this.#valid && this.elements().every((element) => element instanceof FormAction || element.isValid());
    }

    getError() {
        return this.#error;
    }

    invalidateFormElement(error) {
        this.#valid = false;
        this.#error = error === undefined || error === null ? this.attribute('form-error') : String(error);
    }

    clearFormElement() {
        this.#valid = true;
        this.#error = null;
        this.elements().forEach((element) => element.clearFormElement());
    }

    getObject() {
        return this.#object;
    }

    /** Takes the values of the fields from an object, by their bindings. */
    copyFrom(object, clear) {
        this.#object = object;
        if (clear) {
            this.clearFormElement();
        }
        this.elements().forEach((element) => {
            const binding = element.attribute('binding');
            if (element instanceof FormField && binding !== null) {
                element.setValue(property(object, binding));
            } else if (element instanceof FormGroup) {
                element.copyFrom(binding === null ? object : property(object, binding), clear);
            }
        });
    }

    /** Sets the values of the fields on an object, by their bindings. */
    copyTo(object) {
        this.elements().forEach((element) => {
            const binding = element.attribute('binding');
            if (element instanceof FormField && binding !== null) {
                assign(object, binding, element.getValue());
            } else if (element instanceof FormGroup) {
                element.copyTo(binding === null ? object : property(object, binding));
            }
        });
    }

    /** Copies back to the object that the values came from. */
    accept() {
        if (this.#object !== null) {
            this.copyTo(this.#object);
        }
    }

    getTriggeredAction() {
        for (const element of this.elements()) {
            const found = element instanceof FormGroup ? element.getTriggeredAction() : element instanceof FormAction && element.isTriggered() && element;
            if (found) {
                return found;
            }
        }
        return null;
    }

    getSubmittedAction() {
        return this.getTriggeredAction();
    }

    /** All fields below it. */
    fields() {
        return this.elements().flatMap((element) => {
            if (element instanceof FormGroup) {
                return element.fields();
            }
            return element instanceof FormField ? [element] : [];
        });
    }
}

module.exports = define(FormGroup, 'dw.web.FormGroup', {
    get: {
        childCount: (it) => it.getChildCount(),
        error: (it) => it.getError(),
        object: (it) => it.getObject(),
        triggeredAction: (it) => it.getTriggeredAction(),
        submittedAction: (it) => it.getSubmittedAction()
    },
    size: (it) => it.elements().length,
    at: (it, index) => it.elements()[index],
    apart: ['object']
});
