'use strict';

const { held, define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');

const STATUSES = { OK: 'OK', ERROR: 'ERROR', SERVICE_UNAVAILABLE: 'SERVICE_UNAVAILABLE' };
const REASONS = { UNAVAILABLE_TIMEOUT: 'TIMEOUT', UNAVAILABLE_RATE_LIMITED: 'RATE_LIMITED', UNAVAILABLE_CIRCUIT_BROKEN: 'CIRCUIT_BROKEN',
    UNAVAILABLE_DISABLED: 'DISABLED', UNAVAILABLE_CONFIG_PROBLEM: 'CONFIG_PROBLEM' };

/** What came of the call of a service. */
class Result {
    constructor(document = { status: STATUSES.OK }) {
        Object.defineProperty(this, held, { value: document });
    }

    isOk() {
        return this[held].status === STATUSES.OK;
    }

    isMockResult() {
        return Boolean(this[held].mock);
    }

    getError() {
        return this[held].error || 0;
    }

    toString() {
        const { status, msg, errorMessage } = this[held];
        return `[Result status=${status} error=${this.getError()} msg=${msg || ''} errorMessage=${errorMessage || ''}]`;
    }
}

module.exports = define(Result, 'dw.svc.Result', {
    get: Object.assign(facts(['status', 'object', 'msg', 'errorMessage', 'unavailableReason']), { error: true }),
    is: { ok: true, mockResult: true },
    constants: Object.assign({}, STATUSES, REASONS)
});
