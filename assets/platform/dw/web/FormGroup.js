'use strict';

const bound = require('../../internal/bound');
const { define } = require('../../internal/bean');
const { resolved } = require('../../internal/formTexts');
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
    /** What an earlier request left of the object, until somebody asks for it. */
    #reference = null;

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

    /** As it was invalidated, else what the definition says of one whose content isn't valid. */
    getError() {
        return resolved(this.#error === null && !this.isValid() ? this.attribute('form-error') : this.#error);
    }

    invalidateFormElement(error) {
        this.#valid = false;
        this.#error = error === undefined || error === null ? this.attribute('form-error') : String(error);
    }

    clearFormElement() {
        this.#valid = true;
        this.#error = null;
        this.bind(null);
        this.elements().forEach((element) => element.clearFormElement());
    }

    getObject() {
        if (this.#object === null && this.#reference !== null) {
            this.#object = bound.resolved(this.#reference);
            this.#reference = null;
        }
        return this.#object;
    }

    bind(object) {
        this.#object = object === undefined ? null : object;
        this.#reference = null;
    }

    /** What the next request needs to know of it beside its texts: the objects, rows and options by names in the page. */
    remember(kept) {
        const reference = this.#object === null ? this.#reference : bound.referenceTo(this.#object);
        if (reference !== null) {
            kept.objects[this.getHtmlName()] = reference;
        }
        this.elements().forEach((element) => element.remember(kept));
    }

    recall(kept) {
        this.#reference = kept.objects[this.getHtmlName()] || null;
        this.elements().forEach((element) => element.recall(kept));
    }

    /** Takes the values of the fields from an object, by their bindings. */
    copyFrom(object, clear) {
        if (clear) {
            this.clearFormElement();
        }
        this.bind(object);
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

    /** Copies back to the object that the values came from; without one, what in it came from others does. */
    accept() {
        if (this.getObject() !== null) {
            this.copyTo(this.getObject());
        } else {
            this.elements().filter((element) => element instanceof FormGroup).forEach((element) => element.accept());
        }
    }

    /** All actions below it. */
    actions() {
        return this.elements().flatMap((element) => {
            if (element instanceof FormGroup) {
                return element.actions();
            }
            return element instanceof FormAction ? [element] : [];
        });
    }

    getTriggeredAction() {
        return this.actions().find((action) => action.isTriggered()) || null;
    }

    getSubmittedAction() {
        return this.actions().find((action) => action.isSubmitted()) || null;
    }

    /** It, and all groups below it, those that are in others first. */
    groups() {
        return this.elements().flatMap((element) => (element instanceof FormGroup ? element.groups() : [])).concat(this);
    }

    /** What scripts of its definition call it. */
    checkedAs() {
        return 'formgroup';
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
        childCount: true,
        error: true,
        object: true,
        triggeredAction: true,
        submittedAction: true
    },
    size: (it) => it.elements().length,
    at: (it, index) => it.elements()[index],
    apart: ['object']
});
