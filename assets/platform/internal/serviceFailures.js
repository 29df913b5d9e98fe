'use strict';

/** What a service throws within a call: the call's result says what `document` says. */
function failed(document) {
    return Object.assign(new Error(document.errorMessage), { result: document });
}

/** What a call whose server didn't answer throws. */
function unanswered(error) {
    const [status, unavailableReason] = ['SERVICE_UNAVAILABLE', error.isTimeout ? 'TIMEOUT' : 'CONFIG_PROBLEM'];
    return failed({ status, error: 0, errorMessage: error.message, msg: error.message, unavailableReason });
}

module.exports = { failed, unanswered };
