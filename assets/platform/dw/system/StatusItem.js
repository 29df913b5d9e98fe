'use strict';

const { define } = require('../../internal/bean');
const { text } = require('../../internal/converted');
const ArrayList = require('dw/util/ArrayList');
const LinkedHashMap = require('dw/util/LinkedHashMap');
const { written } = require('../../internal/messageFormat');

/** One of the results a Status is made of. */
class StatusItem {
    #status;
    #code;
    #message;
    #parameters;
    #details = new LinkedHashMap();

    constructor(status = 0, code = null, message = null, ...parameters) {
        this.#status = status;
        this.#code = text(code);
        this.#message = text(message);
        this.#parameters = parameters;
    }

    getStatus() {
        return this.#status;
    }

    setStatus(status) {
        this.#status = status;
    }

    getCode() {
        return this.#code;
    }

    setCode(code) {
        this.#code = text(code);
    }

    getMessage() {
        return this.#message === null ? null : written(this.#message, this.#parameters);
    }

    setMessage(message) {
        this.#message = text(message);
    }

    getParameters() {
        return new ArrayList(this.#parameters.slice());
    }

    setParameters(...parameters) {
        this.#parameters = parameters;
    }

    getDetails() {
        return this.#details;
    }

    addDetail(key, value) {
        this.#details.put(key, value);
    }

    isError() {
        return this.#status === 1;
    }

    toString() {
        return `[StatusItem status=${this.#status}]`;
    }
}

module.exports = define(StatusItem, 'dw.system.StatusItem', {
    get: {
        status: true,
        code: true,
        message: true,
        details: true,
        parameters: true
    },
    is: { error: true }
});
