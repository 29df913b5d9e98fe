'use strict';

const { manager } = require('../../internal/bean');

/** What scripts have set up of each client of a SOAP service; none of them is called. */
const settings = new WeakMap();

function of(port) {
    if (port === null || typeof port !== 'object') {
        throw new TypeError(`WSUtil sets up the client of a web service, not ${port}`);
    }
    if (!settings.has(port)) {
        settings.set(port, { properties: {}, requestHeaders: {}, soapHeaders: [], allowChunking: true, connectionTimeout: 0, requestTimeout: 0 });
    }
    return settings.get(port);
}

/** Settings of clients of SOAP services: they are kept, for nothing is called. */
class WSUtil {
    static setProperty(key, value, port) {
        of(port).properties[key] = value;
    }

    static getProperty(key, port) {
        const { properties } = of(port);
        return Object.hasOwn(properties, key) ? properties[key] : null;
    }

    /** Of an answer, of which there is none. */
    static getResponseProperty(key, port) {
        of(port);
        return null;
    }

    static setHTTPRequestHeader(port, name, value) {
        of(port).requestHeaders[name] = value;
    }

    static getHTTPRequestHeader(port, name) {
        const { requestHeaders } = of(port);
        return Object.hasOwn(requestHeaders, name) ? requestHeaders[name] : null;
    }

    static addSOAPHeader(port, xml) {
        of(port).soapHeaders.push(xml);
    }

    static clearSOAPHeaders(port) {
        of(port).soapHeaders = [];
    }

    static setUserNamePassword(user, password, port) {
        Object.assign(of(port), { user, password });
    }

    static setWSSecurityConfig(port, request, response) {
        Object.assign(of(port), { request, response });
    }

    static setRequestTimeout(milliseconds, port) {
        of(port).requestTimeout = milliseconds;
    }

    static getRequestTimeout(port) {
        return of(port).requestTimeout;
    }

    static setConnectionTimeout(milliseconds, port) {
        of(port).connectionTimeout = milliseconds;
    }

    static getConnectionTimeout(port) {
        return of(port).connectionTimeout;
    }

    static setAllowChunking(port, allows) {
        of(port).allowChunking = Boolean(allows);
    }

    static isAllowChunking(port) {
        return of(port).allowChunking;
    }

    /** What an operation writes a value of its answer into. */
    static createHolder(element) {
        return { value: element === undefined ? null : element };
    }
}

module.exports = manager(WSUtil, 'dw.ws.WSUtil', {});
