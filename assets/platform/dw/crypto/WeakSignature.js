'use strict';

const { define } = require('../../internal/bean');

/** Signatures with SHA-1, for whom nothing better is to be had. */
class WeakSignature extends require('../../internal/signature') {
    algorithms() {
        return ['SHA1withRSA'];
    }
}

Object.defineProperty(WeakSignature.prototype, 'algorithms', { enumerable: false });

module.exports = define(WeakSignature, 'dw.crypto.WeakSignature', {});
