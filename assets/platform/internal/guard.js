'use strict';

const context = require('./context');

/** What the forms of a session send, so that no other page can send them: the same in all its requests. */
function guard() {
    const { session: document } = context;
    document.guard = document.guard || host.call('random.token', null);
    return document.guard;
}

module.exports = guard;
