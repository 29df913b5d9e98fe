'use strict';

const context = require('../internal/context');

/** Query parameters by name; a repeated one is a list. `toString()` is the query as it was sent. */
function QueryString(parameters) {
    Object.assign(this, grouped(parameters));
}

QueryString.prototype.toString = function () {
    return context.request.query_string || '';
};
Object.defineProperty(QueryString.prototype, 'toString', { enumerable: false });
Object.defineProperty(QueryString.prototype, 'constructor', { enumerable: false });

function grouped(parameters) {
    const values = {};
    parameters.forEach(([name, value]) => {
        values[name] = name in values ? [].concat(values[name], value) : value;
    });
    return values;
}

function localeOf(request) {
    const Locale = require('dw/util/Locale');
    // An address may name a language that there isn't.
    const known = Locale.getLocale(request.locale) || Locale.getLocale('default');
    return { id: request.locale, currency: sessionCurrency(), language: known.language, country: known.country };
}

function sessionCurrency() {
    const { currency } = session;
    return {
        currencyCode: currency.currencyCode,
        symbol: currency.symbol,
        defaultFractionDigits: currency.defaultFractionDigits
    };
}

function profileOf(customer) {
    const { profile } = customer;
    return profile && {
        firstName: profile.firstName, lastName: profile.lastName, email: profile.email, phone: profile.phoneHome,
        customerNo: profile.customerNo
    };
}

/**
 * What a route gets as `req`. What the request itself tells are members of its own, as in the reference
 * architecture; what scripts may change on the way is read when it is asked for.
 */
class Request {
    constructor() {
        this.httpMethod = request.httpMethod;
        this.host = request.httpHost;
        this.path = request.httpPath;
        this.httpHeaders = request.httpHeaders;
        this.https = request.isHttpSecure();
        this.includeRequest = request.isIncludeRequest();
        this.querystring = new QueryString(context.request.query || []);
        this.form = grouped(context.request.form || []);
        this.httpParameterMap = request.httpParameterMap;
        this.remoteAddress = request.httpRemoteAddress;
        this.referer = request.httpReferer;
        this.pageMetaData = request.pageMetaData;
        this.locale = localeOf(request);
        this.session = {
            raw: session,
            currency: sessionCurrency(),
            privacyCache: {
                get: (name) => session.privacy[name],
                set: (name, value) => { session.privacy[name] = value; }
            },
            clickStream: session.clickStream
        };
    }

    get body() {
        return request.httpParameterMap.requestBodyAsString;
    }

    get currentCustomer() {
        return { raw: customer, profile: profileOf(customer) || undefined };
    }

    setLocale(id) {
        const done = request.setLocale(id);
        this.locale = localeOf(request);
        return done;
    }
}

module.exports = Request;
