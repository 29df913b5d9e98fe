'use strict';

const { toBase64, encoded } = require('./encodings');
const { failed } = require('./missing');

/** Bytes of a `Bytes`, or of a text in UTF-8. */
function bytesOf(value) {
    return value !== null && typeof value === 'object' && typeof value.asUint8Array === 'function' ? value.asUint8Array() : encoded(value);
}

/** A key as scripts give it: Base64, with or without the lines around it. Keys of a key store are not emulated. */
function keyOf(key) {
    if (key !== null && typeof key === 'object') {
        throw failed(String(key));
    }
    return String(key).replace(/-----[^-]+-----/g, '').replace(/\s+/g, '');
}

/** Asks for what is done natively; all of it goes in Base64. */
function ask(what, values) {
    return host.call(`crypto.${what}`, values);
}

module.exports = { ask, bytesOf, keyOf, toBase64 };
