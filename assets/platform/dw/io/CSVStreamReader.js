'use strict';

const { define } = require('../../internal/bean');
const { fit } = require('../../internal/errors');
const ArrayList = require('dw/util/ArrayList');

/** Reads the rows of comma-separated values. */
class CSVStreamReader {
    #reader;
    #separator;
    #quote;

    constructor(reader, separator = ',', quote = '"', skipped = 0) {
        this.#reader = fit('CSVStreamReader', 'Reader', reader, 'readLine');
        this.#separator = separator;
        this.#quote = quote;
        for (let line = 0; line < skipped; line += 1) {
            reader.readLine();
        }
    }

    /** The values of a row; nothing after the last one. A value in quotes may have line ends. */
    readNext() {
        let line = this.#reader.readLine();
        if (line === null) {
            return null;
        }
        const values = [];
        let value = '';
        let isQuoted = false;
        for (let at = 0; ; at += 1) {
            const letter = line[at];
            if (letter === undefined) {
                const next = isQuoted ? this.#reader.readLine() : null;
                if (next === null) {
                    values.push(value);
                    return values;
                }
                value += '\n';
                line = next;
                at = -1;
            } else if (letter === this.#quote) {
                const isDoubled = isQuoted && line[at + 1] === this.#quote;
                value += isDoubled ? letter : '';
                at += Number(isDoubled);
                isQuoted = isDoubled || !isQuoted;
            } else if (letter === this.#separator && !isQuoted) {
                values.push(value);
                value = '';
            } else {
                value += letter;
            }
        }
    }

    readAll() {
        const rows = [];
        for (let row = this.readNext(); row !== null; row = this.readNext()) {
            rows.push(row);
        }
        return new ArrayList(rows);
    }

    close() {
        this.#reader.close();
    }
}

module.exports = define(CSVStreamReader, 'dw.io.CSVStreamReader', {});
