'use strict';

const { define } = require('../../internal/bean');

/** Digests that are no longer safe. */
class WeakMessageDigest extends require('../../internal/digest') {}

module.exports = define(WeakMessageDigest, 'dw.crypto.WeakMessageDigest', {
    constants: { DIGEST_MD2: 'MD2', DIGEST_MD5: 'MD5', DIGEST_SHA: 'SHA', DIGEST_SHA_1: 'SHA-1' }
});
