'use strict';

const { define } = require('../../internal/bean');

/** Signatures with SHA-1: they are verified; new ones aren't made. */
class WeakSignature extends require('../../internal/signature') {
    algorithms() {
        return ['SHA1withRSA', 'SHA256withRSA'];
    }
}

Object.defineProperty(WeakSignature.prototype, 'algorithms', { enumerable: false });

module.exports = define(WeakSignature, 'dw.crypto.WeakSignature', {});
