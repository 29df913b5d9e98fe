'use strict';

const { ask, bytesOf, keyOf, toBase64 } = require('./crypto');
const { decoded, fromBase64 } = require('./encodings');
const Bytes = require('dw/util/Bytes');

/** What may be named to `Cipher`, and what only to its weak twin. */
const STRONG = /^(AES\/(CBC|GCM)\/|AES$|RSA\/(ECB|NONE)\/OAEP)/i;

/** Encrypts and decrypts; texts go in UTF-8, keys and what is encrypted in Base64. */
class Cipher {
    #run(way, data, key, transformation, vector) {
        if (this.isStrong() && !STRONG.test(transformation)) {
            throw new Error(`${transformation} is weak; dw.crypto.WeakCipher knows it`);
        }
        const sent = { data: toBase64(data), key: keyOf(key), transformation: String(transformation), vector: vector ? String(vector) : '' };
        return fromBase64(ask(way, sent));
    }

    isStrong() {
        return true;
    }

    encrypt(message, key, transformation, vector) {
        return toBase64(this.#run('encrypt', bytesOf(message), key, transformation, vector));
    }

    decrypt(message, key, transformation, vector) {
        return decoded(this.#run('decrypt', fromBase64(message), key, transformation, vector));
    }

    encryptBytes(message, key, transformation, vector) {
        return new Bytes(this.#run('encrypt', bytesOf(message), key, transformation, vector));
    }

    decryptBytes(message, key, transformation, vector) {
        return new Bytes(this.#run('decrypt', bytesOf(message), key, transformation, vector));
    }
}

Object.defineProperty(Cipher.prototype, 'isStrong', { enumerable: false });

module.exports = Cipher;
