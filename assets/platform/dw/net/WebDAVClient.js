'use strict';

const { define } = require('../../internal/bean');
const { failed } = require('../../internal/missing');

const METHODS = ['get', 'getBinary', 'put', 'mkcol', 'move', 'copy', 'del', 'options', 'propfind'];

/** Files on another server: one that the sandbox may not call answers nothing, and the text of the status says why. */
class WebDAVClient {
    #url;
    #refusal = null;

    constructor(url) {
        this.#url = String(url);
    }

    addRequestHeader() {}

    close() {}

    succeeded() {
        return false;
    }

    getStatusCode() {
        return this.#refusal === null ? 0 : 403;
    }

    getStatusText() {
        return this.#refusal;
    }

    getResponseHeader() {
        return null;
    }

    getAllResponseHeaders() {
        const HashMap = require('dw/util/HashMap');
        return new HashMap();
    }

    /** A host that may be called is not emulated. */
    ask(method) {
        this.#refusal = host.call('net.refusal', { url: this.#url });
        if (this.#refusal === null) {
            throw failed(`dw.net.WebDAVClient.${method}`);
        }
        return method.startsWith('get') || method === 'options' || method === 'propfind' ? null : false;
    }
}

METHODS.forEach((method) => Object.defineProperty(WebDAVClient.prototype, method, {
    value() { return this.ask(method); }, writable: true, configurable: true
}));
Object.defineProperty(WebDAVClient.prototype, 'ask', { enumerable: false });

module.exports = define(WebDAVClient, 'dw.net.WebDAVClient', {
    get: {
        statusCode: (client) => client.getStatusCode(),
        statusText: (client) => client.getStatusText(),
        allResponseHeaders: (client) => client.getAllResponseHeaders()
    },
    constants: {
        DEFAULT_ENCODING: 'UTF-8', DEFAULT_GET_FILE_SIZE: 5242880, DEFAULT_GET_STRING_SIZE: 2097152, MAX_GET_FILE_SIZE: 209715200,
        MAX_GET_STRING_SIZE: 10485760, DEPTH_0: 0, DEPTH_1: 1, DEPTH_INIFINITY: 2147483647
    }
});
