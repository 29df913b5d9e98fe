'use strict';

const { define } = require('../../internal/bean');

/** The options of a field, by index and by their IDs. */
class FormFieldOptions {
    #count;

    constructor(options) {
        this.#count = options.length;
        options.forEach((option, index) => {
            Object.defineProperty(this, index, { value: option, enumerable: true });
        });
        options.forEach((option) => {
            if (!(option.getOptionId() in this)) {
                Object.defineProperty(this, option.getOptionId(), { value: option, enumerable: false });
            }
        });
    }

    getOptionsCount() {
        return this.#count;
    }

    [Symbol.iterator]() {
        return Array.from({ length: this.#count }, (_, index) => this[index])[Symbol.iterator]();
    }

    toString() {
        return `[FormFieldOptions ${this.#count}]`;
    }
}

module.exports = define(FormFieldOptions, 'dw.web.FormFieldOptions', {
    get: { optionsCount: true },
    size: (it) => it.getOptionsCount(),
    at: (it, index) => it[index]
});
