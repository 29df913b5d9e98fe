'use strict';

const { define } = require('../../internal/bean');
const { IOError } = require('../../internal/errors');

/** Takes the bytes of what a writer writes. */
class OutputStream {
    #parts = [];
    #closed = false;

    take(bytes) {
        if (this.#closed) {
            throw new IOError('The stream is closed');
        }
        this.#parts.push(bytes);
    }

    taken() {
        return Uint8Array.from([].concat(...this.#parts.map((part) => Array.from(part))));
    }

    close() {
        this.#closed = true;
    }
}

['take', 'taken'].forEach((name) => Object.defineProperty(OutputStream.prototype, name, { enumerable: false }));

module.exports = define(OutputStream, 'dw.io.OutputStream', {});
