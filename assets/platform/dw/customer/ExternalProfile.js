'use strict';

const { held, define } = require('../../internal/bean');
const { facts, texts } = require('../../internal/fields');

/** How somebody else knows a customer. */
class ExternalProfile {
    constructor(document, customer) {
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'owner', { value: customer, enumerable: false });
    }

    toString() {
        return `[ExternalProfile ${this[held].provider} ${this[held].id}]`;
    }
}

module.exports = define(ExternalProfile, 'dw.customer.ExternalProfile', {
    changes: ['setEmail'],
    get: Object.assign(texts(['email']), facts(['lastLoginTime']), {
        authenticationProviderID: (profile) => profile[held].provider,
        externalID: (profile) => profile[held].id,
        customer: (profile) => profile.owner
    }),
    apart: ['customer']
});
