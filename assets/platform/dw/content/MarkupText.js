'use strict';

const { define } = require('../../internal/bean');

/** A text with markup. */
class MarkupText {
    #source;

    constructor(source) {
        this.#source = source === null || source === undefined ? '' : String(source);
    }

    getMarkup() {
        return this.#source;
    }

    getSource() {
        return this.#source;
    }

    toJSON() {
        return this.#source;
    }

    toString() {
        return this.#source;
    }
}

module.exports = define(MarkupText, 'dw.content.MarkupText', {
    get: { markup: (text) => text.getMarkup(), source: (text) => text.getSource() }
});
