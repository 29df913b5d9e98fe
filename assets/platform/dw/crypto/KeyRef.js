'use strict';

const { define } = require('../../internal/bean');

/** Names what lies in the instance's key store; the sandbox has none, so that its use fails by this name. */
class KeyRef {
    #alias;

    constructor(alias) {
        this.#alias = String(alias);
    }

    toString() {
        return `[KeyRef alias=${this.#alias}]`;
    }
}

module.exports = define(KeyRef, 'dw.crypto.KeyRef', {});
