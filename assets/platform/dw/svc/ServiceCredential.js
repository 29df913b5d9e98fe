'use strict';

const { held, define } = require('../../internal/bean');

/** Where a service is, and whom it knows. */
class ServiceCredential {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getPassword() {
        const { value = null } = this[held].password || {};
        return value;
    }

    getEncryptedPassword(algorithm, key) {
        return require('../../internal/encrypted').encrypted(this.getPassword(), algorithm, key);
    }
}

// The debugger lists no password by itself.
Object.defineProperty(ServiceCredential.prototype, 'password', { configurable: true, get: ServiceCredential.prototype.getPassword });

module.exports = define(ServiceCredential, 'dw.svc.ServiceCredential', {
    get: {
        ID: (credential) => credential[held].id,
        URL: (credential) => credential[held].url || '',
        user: (credential) => credential[held].userId || null,
        custom: true
    },
    constants: { ENCRYPTION_ALGORITHM_RSA: 'RSA' }
});
