'use strict';

const { ask, bytesOf, toBase64 } = require('./crypto');
const { fromBase64 } = require('./encodings');
const Bytes = require('dw/util/Bytes');

/** Authentication codes of messages with a secret key, by one of the named algorithms. */
class Mac {
    #algorithm;

    constructor(algorithm, allowed) {
        if (!allowed.includes(algorithm)) {
            throw new Error(`There is no algorithm ${algorithm} here, only ${allowed.join(', ')}`);
        }
        this.#algorithm = algorithm;
    }

    /** A text and a key that is one go in UTF-8. */
    digest(message, key) {
        const sent = { algorithm: this.#algorithm, data: toBase64(bytesOf(message)), key: toBase64(bytesOf(key)) };
        return new Bytes(fromBase64(ask('mac', sent)));
    }
}

module.exports = Mac;
