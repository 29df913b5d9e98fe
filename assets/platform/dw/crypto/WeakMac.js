'use strict';

const { define } = require('../../internal/bean');

const ALGORITHMS = { HMAC_MD5: 'HmacMD5', HMAC_SHA_1: 'HmacSHA1' };

/** Authentication codes that are no longer safe. */
class WeakMac extends require('../../internal/mac') {
    constructor(algorithm) {
        super(algorithm, Object.values(ALGORITHMS));
    }
}

module.exports = define(WeakMac, 'dw.crypto.WeakMac', { constants: ALGORITHMS });
