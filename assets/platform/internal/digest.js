'use strict';

const { ask, bytesOf, toBase64 } = require('./crypto');
const { fromBase64, toHex } = require('./encodings');
const { failed } = require('./missing');
const Bytes = require('dw/util/Bytes');

function joined(parts) {
    return Uint8Array.from([].concat(...parts.map((part) => Array.from(part))));
}

/** Digests of messages. */
class MessageDigest {
    #algorithm;
    #parts = [];

    constructor(algorithm) {
        if (algorithm === 'MD2') {
            throw failed('The digest MD2');
        }
        this.#algorithm = String(algorithm);
    }

    #of(bytes, algorithm) {
        return fromBase64(ask('digest', { algorithm: String(algorithm || this.#algorithm), data: toBase64(bytes) }));
    }

    updateBytes(bytes) {
        this.#parts.push(bytesOf(bytes));
    }

    /** Of a text, as digits; of `(algorithm, bytes)`, or of all bytes that came before. */
    digest(first, second) {
        if (second !== undefined) {
            return new Bytes(this.#of(bytesOf(second), first));
        }
        if (first !== undefined) {
            return toHex(this.#of(bytesOf(first)));
        }
        const bytes = joined(this.#parts);
        this.#parts = [];
        return new Bytes(this.#of(bytes));
    }

    digestBytes(bytes) {
        this.updateBytes(bytes);
        return this.digest();
    }
}

module.exports = MessageDigest;
