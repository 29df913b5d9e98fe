'use strict';

const { define } = require('../../internal/bean');

const ALGORITHMS = { HMAC_MD5: 'HmacMD5', HMAC_SHA_1: 'HmacSHA1', HMAC_SHA_256: 'HmacSHA256', HMAC_SHA_384: 'HmacSHA384', HMAC_SHA_512: 'HmacSHA512' };

/** Authentication codes. */
class Mac extends require('../../internal/mac') {
    constructor(algorithm) {
        super(algorithm, Object.values(ALGORITHMS));
    }
}

module.exports = define(Mac, 'dw.crypto.Mac', { constants: ALGORITHMS });
