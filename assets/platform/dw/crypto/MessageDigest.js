'use strict';

const { define } = require('../../internal/bean');

const ALGORITHMS = { DIGEST_MD2: 'MD2', DIGEST_MD5: 'MD5', DIGEST_SHA: 'SHA', DIGEST_SHA_1: 'SHA-1', DIGEST_SHA_256: 'SHA-256', DIGEST_SHA_512: 'SHA-512' };

/** Digests of messages. */
class MessageDigest extends require('../../internal/digest') {}

module.exports = define(MessageDigest, 'dw.crypto.MessageDigest', { constants: ALGORITHMS });
