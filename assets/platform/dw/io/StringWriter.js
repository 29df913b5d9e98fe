'use strict';

const { define } = require('../../internal/bean');
const Writer = require('dw/io/Writer');

/** Collects a text. */
class StringWriter extends Writer {
    #parts = [];

    constructor() {
        const parts = [];
        super((text) => parts.push(text));
        this.#parts = parts;
    }

    write(text, from, count) {
        super.write(text, from, count);
        this.flush();
    }

    toString() {
        return this.#parts.join('');
    }
}

module.exports = define(StringWriter, 'dw.io.StringWriter', {});
