'use strict';

const { define } = require('../../internal/bean');

/** Encrypts and decrypts also as is no longer safe: AES with ECB, triple DES, RSA with the padding of PKCS #1. */
class WeakCipher extends require('../../internal/cipher') {
    isStrong() {
        return false;
    }
}

module.exports = define(WeakCipher, 'dw.crypto.WeakCipher', { constants: { CHAR_ENCODING: 'UTF8' } });
