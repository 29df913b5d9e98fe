'use strict';

const { define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const StatusItem = require('dw/system/StatusItem');

const OK = 0;
const ERROR = 1;

/**
 * The result of an operation: `new Status(Status.ERROR, 'CODE', 'message with {0}', …)`. It is an ERROR
 * as soon as one item is; its code, message and details are those of the first ERROR item, else of the
 * first. `new Status()` has none, and is OK.
 */
class Status {
    #items = new ArrayList();

    constructor(...values) {
        if (values.length > 0) {
            this.#items.add(new StatusItem(...values));
        }
    }

    /** Nothing of an item where there is none. */
    #leading() {
        const items = this.#items.toArray();
        return items.find((item) => item.isError()) || items[0] || new StatusItem(OK);
    }

    addItem(item) {
        this.#items.add(item);
    }

    addDetail(key, value) {
        if (this.#items.empty) {
            throw new Error('A detail is one of an item, and this status has none: addItem comes before addDetail');
        }
        this.#leading().addDetail(key, value);
    }

    getItems() {
        return this.#items;
    }

    getStatus() {
        return this.#leading().getStatus();
    }

    getCode() {
        return this.#leading().getCode();
    }

    getMessage() {
        return this.#leading().getMessage();
    }

    getParameters() {
        return this.#leading().getParameters();
    }

    getDetails() {
        return this.#leading().getDetails();
    }

    getDetail(key) {
        return this.getDetails().get(key);
    }

    isError() {
        return this.getStatus() === ERROR;
    }

    toString() {
        const code = this.getCode();
        return `[Status ${this.isError() ? 'ERROR' : 'OK'}${code === null ? '' : ` code=${code}`}]`;
    }
}

module.exports = define(Status, 'dw.system.Status', {
    get: {
        status: true,
        code: true,
        message: true,
        details: true,
        items: true,
        parameters: true
    },
    is: { error: true },
    constants: { OK, ERROR }
});
