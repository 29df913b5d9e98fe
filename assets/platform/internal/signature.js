'use strict';

const { ask, keyOf, toBase64 } = require('./crypto');
const { fromBase64 } = require('./encodings');
const Bytes = require('dw/util/Bytes');

/** Signs and verifies; contents, keys and signatures are Base64, or bytes. */
class Signature {
    isDigestAlgorithmSupported(algorithm) {
        return this.algorithms().includes(algorithm);
    }

    #known(algorithm) {
        if (!this.isDigestAlgorithmSupported(algorithm)) {
            throw new Error(`There is no algorithm ${algorithm} here, only ${this.algorithms().join(', ')}`);
        }
        return algorithm;
    }

    #signed(data, key, algorithm) {
        return ask('sign', { data, key: keyOf(key), algorithm: this.#known(algorithm) });
    }

    #verified(signature, data, key, algorithm) {
        return ask('verify', { signature, data, key: keyOf(key), algorithm: this.#known(algorithm) });
    }

    sign(content, key, algorithm) {
        return this.#signed(String(content), key, algorithm);
    }

    signBytes(content, key, algorithm) {
        return new Bytes(fromBase64(this.#signed(toBase64(content.asUint8Array()), key, algorithm)));
    }

    verifySignature(signature, content, key, algorithm) {
        return this.#verified(String(signature), String(content), key, algorithm);
    }

    verifyBytesSignature(signature, content, key, algorithm) {
        return this.#verified(toBase64(signature.asUint8Array()), toBase64(content.asUint8Array()), key, algorithm);
    }
}

module.exports = Signature;
