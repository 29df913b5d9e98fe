'use strict';

const { define } = require('../../internal/bean');
const { expanded } = require('../../internal/links');

/** A text with markup. */
class MarkupText {
    #source;
    #owner;

    /** Links in it to static files lead to those of `owner`, a catalogue or a library, or of the site. */
    constructor(source, owner = null) {
        this.#owner = owner;
        this.#source = source === null || source === undefined ? '' : String(source);
    }

    /** With the addresses that special links stand for. */
    getMarkup() {
        return expanded(this.#source, this.#owner);
    }

    getSource() {
        return this.#source;
    }

    toJSON() {
        return this.#source;
    }

    toString() {
        return this.getMarkup();
    }
}

module.exports = define(MarkupText, 'dw.content.MarkupText', {
    get: { markup: true, source: true }
});
