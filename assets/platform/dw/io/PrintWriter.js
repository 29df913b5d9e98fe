'use strict';

const { define } = require('../../internal/bean');

/** Collects what a script prints. */
class PrintWriter {
    #parts = [];

    print(text) {
        this.#parts.push(String(text));
    }

    println(text = '') {
        this.#parts.push(`${text}\n`);
    }

    write(text) {
        this.print(text);
    }

    flush() {}

    close() {}

    written() {
        return this.#parts.join('');
    }

    toString() {
        return '[PrintWriter]';
    }
}

module.exports = define(PrintWriter, 'dw.io.PrintWriter', {});
