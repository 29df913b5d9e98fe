'use strict';

/** What a service throws within a call: the call's result says what `document` says. */
function failed(document) {
    return Object.assign(new Error(document.errorMessage), { result: document });
}

module.exports = { failed };
