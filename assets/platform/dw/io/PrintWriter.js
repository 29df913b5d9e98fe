'use strict';

const { define } = require('../../internal/bean');
const { spoken } = require('../../internal/converted');

/** Collects what a script prints. */
class PrintWriter {
    #parts = [];

    print(text) {
        this.#parts.push(spoken(text));
    }

    println(text = '') {
        this.#parts.push(`${spoken(text)}\n`);
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
