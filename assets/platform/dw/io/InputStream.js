'use strict';

const { define } = require('../../internal/bean');

/** Bytes that a reader reads. */
class InputStream {
    #bytes;

    constructor(bytes = new Uint8Array(0)) {
        this.#bytes = bytes;
    }

    bytes() {
        return this.#bytes;
    }

    close() {
        this.#bytes = new Uint8Array(0);
    }
}

Object.defineProperty(InputStream.prototype, 'bytes', { enumerable: false });

module.exports = define(InputStream, 'dw.io.InputStream', {});
