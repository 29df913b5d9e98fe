'use strict';

const { define } = require('../../internal/bean');

/** Names what lies in the instance's key store; the sandbox has none, so that its use fails by this name. */
class CertificateRef {
    #alias;

    constructor(alias) {
        this.#alias = String(alias);
    }

    toString() {
        return `[CertificateRef alias=${this.#alias}]`;
    }
}

module.exports = define(CertificateRef, 'dw.crypto.CertificateRef', {});
