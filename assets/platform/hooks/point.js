'use strict';

/**
 * Runs the hooks of one extension point around a write of a content library.
 *
 * `run` gets `{ method, view, point, name, library, kind, id, document }`, where `id` or `document`
 * is null if the point's functions don't get it, and returns `{ document, writes, status }`: the document
 * with what the hooks changed, the custom attributes they set, the Status that ended the chain or null. An
 * asynchronous hook ends the chain; what its promise brings counts.
 */

const context = require('../internal/context');
const content = require('../internal/content');
const ledger = require('../internal/ledger');
const HookMgr = require('dw/system/HookMgr');
const Status = require('dw/system/Status');

function values({ library, kind, id, document }) {
    const given = [content.library(library)];
    if (id !== null) {
        given.push(content[kind](library, id));
    }
    if (document !== null) {
        given.push(document);
    }
    return given;
}

function outcome(point, result) {
    if (result === undefined || result === null) {
        return null;
    }
    if (!(result instanceof Status)) {
        const message = `a hook of ${point} returned ${result} instead of a Status`;
        host.call('log.write', { level: 'warn', category: 'hooks', message });
        return null;
    }
    const { error, code, message, details } = result;
    return { error, code, message, details };
}

function run(input) {
    context.site = host.call('site.facts', null);
    context.view = input.view;
    context.request.method = input.method;
    return Promise.resolve(HookMgr.callHook(input.point, input.name, ...values(input))).then((result) => () => {
        ledger.close();
        return { document: input.document, writes: content.written(), status: outcome(input.point, result) };
    });
}

module.exports = { run };
