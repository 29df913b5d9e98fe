'use strict';

const { define } = require('../../internal/bean');

function encoded(text) {
    return Uint8Array.from(unescape(encodeURIComponent(text)), (letter) => letter.charCodeAt(0));
}

/** Bytes of a text in UTF-8. */
class Bytes {
    #bytes;

    constructor(source) {
        this.#bytes = source instanceof Uint8Array ? source : encoded(String(source));
    }

    getLength() {
        return this.#bytes.length;
    }

    byteAt(index) {
        return this.#bytes[index];
    }

    bytesAt(index, length) {
        return new Bytes(this.#bytes.slice(index, index + length));
    }

    asUint8Array() {
        return this.#bytes.slice();
    }

    toString() {
        return decodeURIComponent(escape(String.fromCharCode(...this.#bytes)));
    }
}

module.exports = define(Bytes, 'dw.util.Bytes', {
    get: { length: (bytes) => bytes.getLength() },
    constants: { MAX_BYTES: 10485760 }
});
