'use strict';

const { define } = require('../../internal/bean');
const { encoded, decoded } = require('../../internal/encodings');

/** Some bytes: those of a text in an encoding, UTF-8 unless another is named. */
class Bytes {
    #bytes;

    constructor(source, encoding) {
        this.#bytes = source instanceof Uint8Array ? source : encoded(source, encoding);
    }

    getLength() {
        return this.#bytes.length;
    }

    #at(index, count) {
        if (!(index >= 0 && index + count <= this.#bytes.length)) {
            throw new RangeError(`There are ${this.#bytes.length} bytes and none at ${index}`);
        }
        return this.#bytes[index];
    }

    /** A byte with its sign. */
    byteAt(index) {
        const number = this.#at(index, 1);
        return number > 0x7f ? number - 0x100 : number;
    }

    /** Two bytes as one number with its sign, the higher one first. */
    shortAt(index) {
        const number = this.#at(index, 2) * 256 + this.#bytes[index + 1];
        return number > 0x7fff ? number - 0x10000 : number;
    }

    intAt(index) {
        this.#at(index, 4);
        return this.#bytes.slice(index, index + 4).reduce((sum, byte) => (sum << 8) | byte, 0);
    }

    bytesAt(index, length) {
        return new Bytes(this.#bytes.slice(index, index + length));
    }

    reverse() {
        return new Bytes(this.#bytes.slice().reverse());
    }

    asUint8Array() {
        return this.#bytes.slice();
    }

    toString(encoding) {
        return decoded(this.#bytes, encoding);
    }
}

module.exports = define(Bytes, 'dw.util.Bytes', {
    get: { length: true },
    constants: { MAX_BYTES: 10240 }
});
