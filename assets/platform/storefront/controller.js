'use strict';

/**
 * Answers one storefront request.
 *
 * `handle` gets the request as the storefront read it and returns `{ response, session, orders, profiles }`;
 * a controller that isn't there is `{ missing: reason }`. Errors of scripts pass through to the engine, which
 * knows their stack.
 */

const context = require('../internal/context');
const clicks = require('../internal/clicks');
const { own, publicFunction } = require('../internal/exported');
const finished = require('../internal/finished');
const HookMgr = require('dw/system/HookMgr');

const NAME = /^[A-Za-z_$][\w$]*$/;

function found(controller) {
    return NAME.test(controller) ? host.find(`cartridge/controllers/${controller}`) : null;
}

/** Whether a route has `server.middleware.https` in its chain, the built-in one or that of a cartridge. */
function demandsHttps(exports, name) {
    const { chain } = own(own(exports, '__routes'), name) || {};
    return Array.isArray(chain) && chain.some((step) => step.name === 'https');
}

/** Where the visitor came from is told by the first request alone. */
function keepReferrer({ session: document, request: { headers } }) {
    if (document.referrer === undefined) {
        document.referrer = headers.referer || null;
    }
}

/** A visitor who came by an address with `src=CODE` keeps the code. */
function takeSourceCode({ request: { parameters } }) {
    const [, code] = parameters.find(([name]) => name === 'src') || [];
    if (code) {
        session.setSourceCode(code.trim());
    }
}

/**
 * Tells cartridges of what a client asks for, and of a session that begins with it; not of what pages include. Answers whether
 * one of them leads the visitor elsewhere, so that there is nothing left to do.
 */
function isLedElsewhere(isFirst) {
    if (request.includeRequest) {
        return false;
    }
    if (isFirst) {
        HookMgr.callHook('dw.system.request.onSession', 'onSession');
    }
    HookMgr.callHook('dw.system.request.onRequest', 'onRequest');
    return response.containsHttpHeader('Location');
}

/** What comes before a controller. Answers whether it leads the visitor elsewhere, so that there is nothing left to do. */
function isAnsweredBefore(input) {
    const isFirst = context.session.referrer === undefined;
    keepReferrer(context);
    if (!input.request.include) {
        clicks.record(context);
    }
    takeSourceCode(context);
    return isLedElsewhere(isFirst);
}

/**
 * An asynchronous controller is waited for, and what scripts have queued runs before the answer is made.
 *
 * With a `failure` the controller before has failed, and this one tells of it: nothing comes before it, and it gets
 * `{ ErrorText, ControllerName, CurrentStartNodeName }`.
 */
function handle(input) {
    Object.assign(context, input, { site: host.call('site.facts', null) });
    if (input.failure === null && isAnsweredBefore(input)) {
        return finished();
    }
    const script = found(input.controller);
    const redirect = script === null && input.controller === 'RedirectURL' ? require('dw/web/URLRedirectMgr').getRedirect() : null;
    if (redirect !== null) {
        response.redirect(redirect.location, redirect.status);
        return finished();
    }
    if (script === null) {
        return { missing: `No cartridge has a controller ${input.controller}.` };
    }
    const exports = host.requirePath(script);
    const entry = publicFunction(exports, input.function);
    if (entry === null) {
        return { missing: `${script} exports no public function ${input.function}.` };
    }
    // The platform leads visitors to HTTPS itself.
    if (input.request.over_tls && demandsHttps(exports, input.function)) {
        response.redirect(input.request.over_tls);
        return finished();
    }
    return Promise.resolve(input.failure === null ? entry() : entry(input.failure)).then(() => finished);
}

module.exports = { handle };
