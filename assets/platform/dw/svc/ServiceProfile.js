'use strict';

const { held, define } = require('../../internal/bean');

/** How long a service may take, and how often it may be called. */
class ServiceProfile {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }
}

const number = (name) => (profile) => profile[held][name] || 0;

module.exports = define(ServiceProfile, 'dw.svc.ServiceProfile', {
    get: {
        ID: (profile) => profile[held].id,
        timeoutMillis: number('timeoutMillis'),
        rateLimitCalls: number('rateLimitCalls'),
        rateLimitMillis: number('rateLimitMillis'),
        cbCalls: number('cbCalls'),
        cbMillis: number('cbMillis')
    }
});
