'use strict';

const { held, define } = require('../../internal/bean');

/** How long a service may take, and how often it may be called: as often as it likes where the number is 0. */
class ServiceProfile {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    /** Why a service of a name can't be called now, as `Result` says it; null if it can. A call that is made counts. */
    refusal(name) {
        const { rateLimitEnabled, rateLimitCalls, rateLimitMillis, cbEnabled, cbCalls, cbMillis } = this[held];
        if (cbEnabled && cbCalls > 0 && host.call('tally.full', { name: `failed ${name}`, most: cbCalls, millis: cbMillis })) {
            return 'CIRCUIT_BROKEN';
        }
        if (rateLimitEnabled && rateLimitCalls > 0 && host.call('tally.full', { name: `called ${name}`, most: rateLimitCalls, millis: rateLimitMillis })) {
            return 'RATE_LIMITED';
        }
        if (rateLimitEnabled) {
            host.call('tally.add', { name: `called ${name}` });
        }
        return null;
    }

    /** A call of the service has failed. */
    failed(name) {
        if (this[held].cbEnabled) {
            host.call('tally.add', { name: `failed ${name}` });
        }
    }
}

['refusal', 'failed'].forEach((name) => Object.defineProperty(ServiceProfile.prototype, name, { enumerable: false }));

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
