'use strict';

const { define } = require('../../internal/bean');

/** Encrypts and decrypts as is safe today: AES with CBC or GCM, RSA with OAEP. */
class Cipher extends require('../../internal/cipher') {}

module.exports = define(Cipher, 'dw.crypto.Cipher', { constants: { CHAR_ENCODING: 'UTF8' } });
