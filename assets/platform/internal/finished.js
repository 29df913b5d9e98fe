'use strict';

/** What a request leaves: its answer, and what it did to what the shop keeps. */

const context = require('./context');
const guard = require('./guard');
const ledger = require('./ledger');
const tables = require('./tables');
const OrderMgr = require('dw/order/OrderMgr');
const BasketMgr = require('dw/order/BasketMgr');
const visitors = require('./visitors');

function kept() {
    const { id, custom, privacy, currency, tracking, referrer, geolocation, clicks: clickStream, source_code, last_source_code, agent, forms } = session.kept();
    return {
        id, custom, privacy, currency, tracking, referrer, geolocation, clicks: clickStream, source_code, last_source_code, agent, forms,
        guard: guard(),
        price_books: context.session.price_books || null,
        basket: BasketMgr.kept(),
        temporary_baskets: BasketMgr.keptTemporary(),
        customer: visitors.keptNumber(),
        remembered: context.session.remembered || null
    };
}

function finished() {
    ledger.close();
    return {
        response: response.finished(),
        session: kept(),
        orders: OrderMgr.kept(),
        profiles: visitors.keptProfiles(),
        records: tables.kept()
    };
}

module.exports = finished;
