'use strict';

const { define } = require('../../internal/bean');

const ALGORITHMS = ['SHA1withRSA', 'SHA256withRSA', 'SHA384withRSA', 'SHA512withRSA', 'SHA256withRSA/PSS', 'SHA384withRSA/PSS', 'SHA512withRSA/PSS',
    'SHA256withECDSA', 'SHA384withECDSA', 'SHA512withECDSA'];

/** Signatures with RSA and ECDSA. */
class Signature extends require('../../internal/signature') {
    algorithms() {
        return ALGORITHMS;
    }
}

Object.defineProperty(Signature.prototype, 'algorithms', { enumerable: false });

module.exports = define(Signature, 'dw.crypto.Signature', { constants: { SUPPORTED_DIGEST_ALGORITHMS_AS_ARRAY: ALGORITHMS } });
