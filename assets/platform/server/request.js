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
    const known = Locale.getLocale(request.locale);
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

/** Reads each value when it is asked for: routes are made while a controller loads. */
class Request {
    get querystring() {
        return new QueryString(context.request.query || []);
    }

    get form() {
        return grouped(context.request.form || []);
    }

    get httpMethod() {
        return request.httpMethod;
    }

    get host() {
        return request.httpHost;
    }

    get path() {
        return request.httpPath;
    }

    get httpHeaders() {
        return request.httpHeaders;
    }

    get httpParameterMap() {
        return request.httpParameterMap;
    }

    get https() {
        return request.isHttpSecure();
    }

    get includeRequest() {
        return request.isIncludeRequest();
    }

    get body() {
        return request.httpParameterMap.requestBodyAsString;
    }

    get remoteAddress() {
        return request.httpRemoteAddress;
    }

    get referer() {
        return request.httpReferer;
    }

    get locale() {
        return localeOf(request);
    }

    get pageMetaData() {
        return request.pageMetaData;
    }

    get session() {
        return {
            raw: session,
            currency: sessionCurrency(),
            privacyCache: {
                get: (name) => session.privacy[name],
                set: (name, value) => { session.privacy[name] = value; }
            },
            clickStream: session.clickStream
        };
    }

    get currentCustomer() {
        return { raw: customer, profile: profileOf(customer) || undefined };
    }

    setLocale(id) {
        return request.setLocale(id);
    }
}

module.exports = Request;
