'use strict';

const { manager } = require('../../internal/bean');
const encodings = require('../../internal/encodings');
const Bytes = require('dw/util/Bytes');

const SAFE = /[!'()~]/g;

/** Bytes as texts and back. */
class Encoding {
    static toBase64(bytes) {
        return encodings.toBase64(bytes.asUint8Array());
    }

    static toBase64URL(bytes) {
        return Encoding.toBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
    }

    static fromBase64(text) {
        return new Bytes(encodings.fromBase64(text));
    }

    static toHex(bytes) {
        return encodings.toHex(bytes.asUint8Array());
    }

    static fromHex(text) {
        return new Bytes(encodings.fromHex(text));
    }

    /** As in forms: a blank becomes `+`. */
    static toURI(text) {
        const percent = (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
        return encodeURIComponent(text).replace(SAFE, percent).replace(/%20/g, '+');
    }

    static fromURI(text) {
        return decodeURIComponent(String(text).replace(/\+/g, ' '));
    }
}

module.exports = manager(Encoding, 'dw.crypto.Encoding');
