'use strict';

const { define } = require('../../internal/bean');
const { text } = require('../../internal/converted');
const { toBase64, encoded } = require('../../internal/encodings');
const { failed, unanswered } = require('../../internal/serviceFailures');
const HTTPClient = require('dw/net/HTTPClient');
const Result = require('dw/svc/Result');
const Service = require('dw/svc/Service');

/** A service that is called over HTTP. Its request is the body. */
class HTTPService extends Service {
    #method = 'POST';
    #headers = [];
    #parameters = [];
    #authentication = 'BASIC';
    #encoding = 'UTF-8';
    #outFile = null;
    #cachingTTL = 0;
    #client = new HTTPClient();

    getRequestMethod() {
        return this.#method;
    }

    setRequestMethod(method) {
        this.#method = String(method).toUpperCase();
        return this;
    }

    addHeader(name, value) {
        this.#headers.push([String(name), String(value)]);
        return this;
    }

    addParam(name, value) {
        this.#parameters.push([String(name), String(value)]);
        return this;
    }

    getAuthentication() {
        return this.#authentication;
    }

    /** `BASIC` sends the credential's user and password, `NONE` doesn't. */
    setAuthentication(kind) {
        this.#authentication = String(kind).toUpperCase();
        return this;
    }

    getEncoding() {
        return this.#encoding;
    }

    setEncoding(encoding) {
        this.#encoding = text(encoding);
        return this;
    }

    getOutFile() {
        return this.#outFile;
    }

    setOutFile(file) {
        this.#outFile = file;
        return this;
    }

    getCachingTTL() {
        return this.#cachingTTL;
    }

    /** Answers are asked for each time: nothing is cached. */
    setCachingTTL(seconds) {
        this.#cachingTTL = seconds;
        return this;
    }

    getClient() {
        return this.#client;
    }

    getHostNameVerification() {
        return this.#client.getHostNameVerification();
    }

    setHostNameVerification(isWanted) {
        this.#client.setHostNameVerification(isWanted);
        return this;
    }

    getIdentity() {
        return this.#client.getIdentity();
    }

    setIdentity(key) {
        this.#client.setIdentity(key);
        return this;
    }

    query() {
        return this.#parameters.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
    }

    /** The address that is called: parameters stand in it. */
    address() {
        const [url, query] = [this.getURL(), this.query()];
        return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
    }

    endpoint() {
        return this.getURL() || '';
    }

    #prepare() {
        const { user, password } = this.credential();
        this.#client.open(this.#method, this.address());
        this.#client.setTimeout(this.getConfiguration().profile.timeoutMillis || 0);
        const isKnown = this.#headers.some(([name]) => name.toLowerCase() === 'authorization');
        if (this.#authentication === 'BASIC' && user && !isKnown) {
            this.#client.setRequestHeader('Authorization', `Basic ${toBase64(encoded(`${user}:${password || ''}`))}`);
        }
        this.#headers.forEach(([name, value]) => this.#client.setRequestHeader(name, value));
    }

    execute(request) {
        this.#prepare();
        try {
            if (this.#outFile) {
                this.#client.sendAndReceiveToFile(...(request === null || request === undefined ? [this.#outFile] : [request, this.#outFile]));
            } else {
                this.#client.send(request === null || request === undefined ? undefined : request, this.#encoding);
            }
        } catch (error) {
            throw unanswered(error);
        }
        const { statusCode, statusMessage } = this.#client;
        if (statusCode >= 400) {
            throw failed({ status: Result.ERROR, error: statusCode, msg: statusMessage, errorMessage: this.#client.errorText || statusMessage });
        }
        return this.#client;
    }

    parseResponse(client) {
        return client.text;
    }
}

['query', 'address', 'endpoint'].forEach((name) => Object.defineProperty(HTTPService.prototype, name, { enumerable: false }));

module.exports = define(HTTPService, 'dw.svc.HTTPService', {
    get: {
        requestMethod: true,
        authentication: true,
        encoding: true,
        outFile: true,
        cachingTTL: true,
        client: true,
        hostNameVerification: true,
        identity: true
    }
});
