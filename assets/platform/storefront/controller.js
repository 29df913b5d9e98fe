'use strict';

/**
 * Answers one storefront request.
 *
 * `handle` gets the request as the storefront read it and returns `{ response, session, orders, profiles }`;
 * a controller that isn't there is `{ missing: reason }`. Errors of scripts pass through to the engine, which
 * knows their stack.
 */

const context = require('../internal/context');
const ledger = require('../internal/ledger');
const tables = require('../internal/tables');
const OrderMgr = require('dw/order/OrderMgr');
const BasketMgr = require('dw/order/BasketMgr');
const CustomerMgr = require('dw/customer/CustomerMgr');

const NAME = /^[A-Za-z_$][\w$]*$/;

function found(controller) {
    return NAME.test(controller) ? host.find(`cartridge/controllers/${controller}`) : null;
}

function own(exports, name) {
    return exports && Object.prototype.hasOwnProperty.call(exports, name) ? exports[name] : undefined;
}

function publicFunction(script, name) {
    const entry = own(host.requirePath(script), name);
    return typeof entry === 'function' && entry.public === true ? entry : null;
}

function kept() {
    const { id, custom, privacy, currency, tracking, source_code, forms } = session.kept();
    return {
        id, custom, privacy, currency, tracking, source_code, forms,
        basket: BasketMgr.kept(),
        customer: CustomerMgr.keptVisitor()
    };
}

function finished() {
    ledger.close();
    return {
        response: response.finished(),
        session: kept(),
        orders: OrderMgr.kept(),
        profiles: CustomerMgr.keptProfiles(),
        records: tables.kept()
    };
}

/** A visitor who came by an address with `src=CODE` keeps the code. */
function takeSourceCode() {
    const { src } = request.httpParameterMap;
    if (src.submitted && src.stringValue) {
        session.setSourceCode(src.stringValue);
    }
}

/** An asynchronous controller is waited for, and what scripts have queued runs before the answer is made. */
function handle(input) {
    Object.assign(context, input);
    const script = found(input.controller);
    if (script === null) {
        return { missing: `No cartridge has a controller ${input.controller}.` };
    }
    const entry = publicFunction(script, input.function);
    if (entry === null) {
        return { missing: `${script} exports no public function ${input.function}.` };
    }
    takeSourceCode();
    return Promise.resolve(entry()).then(() => finished);
}

module.exports = { handle };
