'use strict';

/** The locale of the request that runs; `default` where none does. */
function locale() {
    return typeof request === 'undefined' ? 'default' : request.locale;
}

module.exports = locale;
