'use strict';

const { define } = require('../../internal/bean');
const { text } = require('../../internal/converted');
const HashMap = require('dw/util/HashMap');

/** What a check of a form's element found. */
class FormElementValidationResult {
    #valid;
    #message;
    #data;

    constructor(valid, message, data) {
        this.#valid = valid === undefined ? true : Boolean(valid);
        this.#message = text(message);
        this.#data = data || new HashMap();
    }

    isValid() {
        return this.#valid;
    }

    setValid(valid) {
        this.#valid = Boolean(valid);
    }

    getMessage() {
        return this.#message;
    }

    setMessage(message) {
        this.#message = text(message);
    }

    getData() {
        return this.#data;
    }

    addData(key, value) {
        this.#data.put(key, value);
    }
}

module.exports = define(FormElementValidationResult, 'dw.web.FormElementValidationResult', {
    get: { message: true, data: true },
    is: { valid: true }
});
