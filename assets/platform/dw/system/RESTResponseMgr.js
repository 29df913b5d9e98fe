'use strict';

const { manager } = require('../../internal/bean');
const { text } = require('../../internal/converted');
const context = require('../../internal/context');
const { illegal } = require('../../internal/errors');
const { checkedStatus } = require('../../internal/rest');
const RemoteInclude = require('dw/system/RemoteInclude');
const RESTErrorResponse = require('dw/system/RESTErrorResponse');
const RESTSuccessResponse = require('dw/system/RESTSuccessResponse');

const TYPES = 'https://api.commercecloud.salesforce.com/documentation/error/v1/';
const SYSTEM = `${TYPES}errors`;
const CUSTOM = `${TYPES}custom-errors/`;

/** The types of errors of which only the status is said. */
const INFERRED = {
    400: 'bad-request',
    401: 'unauthorized',
    403: 'forbidden',
    404: 'resource-not-found',
    409: 'conflict',
    412: 'precondition-failed',
    429: 'too-many-requests',
    500: 'internal-server-error'
};
const OTHER = 'about:blank';

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
/** What stands in addresses (RFC 3986), escapes whole. */
const ADDRESS = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/;

/** A type is an address; one without a scheme is among those of custom errors. */
function typeOf(type) {
    const name = String(type);
    if (!ADDRESS.test(name)) {
        throw illegal(`the type of an error is an address, not "${name}"`);
    }
    const whole = SCHEME.test(name) ? name : CUSTOM + name;
    if (whole === SYSTEM || whole.startsWith(`${SYSTEM}/`)) {
        throw illegal(`the type "${name}" is among those of the platform's own errors`);
    }
    return whole;
}

function query(parameters) {
    const pairs = parameters.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Makes the answers of REST APIs. */
class RESTResponseMgr {
    static createSuccess(body, status = 200) {
        return new RESTSuccessResponse(checkedStatus(status, 100, 299), body === undefined ? null : body);
    }

    static createEmptySuccess(status) {
        return new RESTSuccessResponse(checkedStatus(status, 100, 299), undefined);
    }

    static createError(...given) {
        const status = checkedStatus(given[0], 400, 599);
        const type = given[1] === undefined || given[1] === null ? INFERRED[status] || OTHER : given[1];
        return new RESTErrorResponse({ status, type: typeOf(type), title: text(given[2]), detail: text(given[3]) });
    }

    /** The answer of an API, in the place of the value; the organization is that of the request. */
    static createScapiRemoteInclude(family, name, version, path, ...parameters) {
        const { scapi } = context.request;
        const organization = (scapi && scapi.organization) || 'f_ecom_zzzz_001';
        const way = String(path).split('/').filter((part) => part !== '').map((part) => encodeURIComponent(decodeURIComponent(part)));
        return RemoteInclude.of(`/${family}/${name}/${version}/organizations/${organization}/${way.join('/')}${query(parameters)}`);
    }

    /** The page of a controller. */
    static createStorefrontControllerRemoteInclude(action, ...parameters) {
        return RemoteInclude.of(String(require('dw/web/URLUtils').url(action, ...parameters)));
    }
}

module.exports = manager(RESTResponseMgr, 'dw.system.RESTResponseMgr');
