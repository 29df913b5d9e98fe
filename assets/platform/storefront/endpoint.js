'use strict';

/**
 * Answers one request to a custom API.
 *
 * `handle` gets `{ session, request, organization, script, function, patterns }` and returns what the controller module
 * does. A value that isn't written as its pattern says is `{ refused: what }`, a function that isn't there or isn't public
 * `{ missing: reason }`.
 */

const context = require('../internal/context');
const { publicFunction } = require('../internal/exported');
const finished = require('../internal/finished');
const place = require('../internal/organization');

/** A pattern that the engine can't read says nothing. */
function isWritten([, text, pattern]) {
    let written;
    try {
        written = new RegExp(pattern, 'u');
    } catch (error) {
        host.call('log.write', { level: 'warn', category: 'rest-apis', message: `the pattern ${pattern} is passed over: ${error.message}` });
        return true;
    }
    return written.test(text);
}

function handle(input) {
    Object.assign(context, { session: input.session, request: input.request, site: place(input.organization) });
    const other = input.patterns.find((it) => !isWritten(it));
    if (other !== undefined) {
        return { refused: `${other[0]} is not written as ${other[2]} says` };
    }
    const entry = publicFunction(host.requirePath(input.script), input.function);
    if (entry === null) {
        return { missing: `${input.script} exports no public function ${input.function}` };
    }
    return Promise.resolve(entry()).then(() => finished);
}

module.exports = { handle };
