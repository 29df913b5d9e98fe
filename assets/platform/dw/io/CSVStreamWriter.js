'use strict';

const { define } = require('../../internal/bean');
const { text } = require('../../internal/converted');
const { fit } = require('../../internal/errors');

/** Writes rows of comma-separated values, each value in quotes. */
class CSVStreamWriter {
    #writer;
    #separator;
    #quote;
    #escape;

    constructor(writer, separator = ',', quote = '"', escape = quote) {
        this.#writer = fit('CSVStreamWriter', 'Writer', writer, 'write');
        this.#separator = separator;
        this.#quote = quote;
        this.#escape = escape;
    }

    #quoted(value) {
        const written = text(value) || '';
        return `${this.#quote}${written.split(this.#quote).join(this.#escape + this.#quote)}${this.#quote}`;
    }

    /** An array or a collection of values, or each value as an argument. */
    writeNext(...values) {
        const [first] = values;
        const isList = first !== null && typeof first === 'object' && typeof first[Symbol.iterator] === 'function';
        const row = isList ? Array.from(first) : values;
        this.#writer.write(`${row.map((value) => this.#quoted(value)).join(this.#separator)}\n`);
    }

    close() {
        this.#writer.close();
    }
}

module.exports = define(CSVStreamWriter, 'dw.io.CSVStreamWriter', {});
