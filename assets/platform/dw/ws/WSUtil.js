'use strict';

const { manager } = require('../../internal/bean');
const { of, written } = require('../../internal/webReferences/settings');

/** Settings of clients of web services. */
class WSUtil {
    static setProperty(key, value, port) {
        of(port).properties[key] = value;
    }

    static getProperty(key, port) {
        const { properties } = of(port);
        return Object.hasOwn(properties, key) ? properties[key] : null;
    }

    /** Of the last answer, the headers of which are the property `org.apache.cxf.message.Message.PROTOCOL_HEADERS`. */
    static getResponseProperty(key, port) {
        return key === 'org.apache.cxf.message.Message.PROTOCOL_HEADERS' ? of(port).answered : null;
    }

    static setHTTPRequestHeader(port, name, value) {
        of(port).requestHeaders[name] = value;
    }

    static getHTTPRequestHeader(port, name) {
        const { requestHeaders } = of(port);
        return Object.hasOwn(requestHeaders, name) ? requestHeaders[name] : null;
    }

    static addSOAPHeader(port, xml) {
        of(port).soapHeaders.push(written(xml));
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
