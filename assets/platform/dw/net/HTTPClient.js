'use strict';

const { define } = require('../../internal/bean');
const { decoded, encoded, fromBase64, toBase64 } = require('../../internal/encodings');
const { failed } = require('../../internal/missing');
const Bytes = require('dw/util/Bytes');
const HashMap = require('dw/util/HashMap');

const SIZES = { DEFAULT_GET_FILE_SIZE: 5242880, MAX_GET_FILE_SIZE: 209715200, MAX_GET_MEM_SIZE: 10485760 };

/** Methods that send no body, whatever a script gives. */
const BODILESS = ['GET', 'HEAD'];

/** What a body is that a script says nothing of. */
const USUAL_TYPE = 'application/x-www-form-urlencoded';

/** The text of a body in the encoding that its type names. */
function textOf(answer) {
    const found = /charset="?([\w-]+)/i.exec((answer.headers['content-type'] || [''])[0]);
    return decoded(fromBase64(answer.body), found ? found[1] : 'UTF-8');
}

/** A name as headers are mostly written: `Content-Type`. */
function capitalised(name) {
    return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** Headers by their names, which have no case. */
class Headers extends HashMap {
    get(name) {
        return super.get(capitalised(String(name).toLowerCase()));
    }

    containsKey(name) {
        return super.containsKey(capitalised(String(name).toLowerCase()));
    }
}

/** Bytes one behind the other. */
function together(pieces) {
    const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    pieces.reduce((at, piece) => {
        all.set(piece, at);
        return at + piece.length;
    }, 0);
    return all;
}

/** Asks a server over HTTP; only one that the sandbox may call. */
class HTTPClient {
    #method = 'GET';
    #url = null;
    #headers = [];
    #timeout = 0;
    #redirects = true;
    #verification = true;
    #identity = null;
    #logging = null;
    #answer = null;

    open(method, url, user, password) {
        this.#method = String(method).toUpperCase();
        this.#url = String(url);
        this.#answer = null;
        this.#headers = [];
        if (user) {
            this.setRequestHeader('Authorization', `Basic ${toBase64(encoded(`${user}:${password || ''}`))}`);
        }
    }

    setRequestHeader(name, value) {
        this.#headers.push([String(name), String(value)]);
    }

    getTimeout() {
        return this.#timeout;
    }

    /** In milliseconds; 0 is the sandbox's own limit. */
    setTimeout(milliseconds) {
        this.#timeout = Number(milliseconds);
    }

    getAllowRedirect() {
        return this.#redirects;
    }

    setAllowRedirect(isAllowed) {
        this.#redirects = Boolean(isAllowed);
    }

    /** Answers are asked for each time: nothing is cached. */
    enableCaching() {}

    getHostNameVerification() {
        return this.#verification;
    }

    setHostNameVerification(isWanted) {
        if (!isWanted) {
            throw failed('HTTPClient.setHostNameVerification(false)');
        }
        this.#verification = true;
    }

    getIdentity() {
        return this.#identity;
    }

    setIdentity(key) {
        this.#identity = key;
    }

    getLoggingConfig() {
        return this.#logging;
    }

    setLoggingConfig(config) {
        this.#logging = config;
    }

    #ask(body) {
        if (this.#url === null) {
            throw new Error('HTTPClient.open() comes first');
        }
        if (this.#identity !== null) {
            throw failed('HTTPClient.identity');
        }
        const isSent = body !== null && !BODILESS.includes(this.#method);
        const isTyped = this.#headers.some(([name]) => name.toLowerCase() === 'content-type');
        const headers = isSent && !isTyped ? this.#headers.concat([['Content-Type', USUAL_TYPE]]) : this.#headers;
        this.#answer = host.call('net.http', { method: this.#method, url: this.#url, headers, timeout: this.#timeout,
            redirects: this.#redirects, body: isSent ? toBase64(body) : null });
        if (this.#answer.failed) {
            const { failed: reason, timeout } = this.#answer;
            this.#answer = null;
            throw Object.assign(new IOError(reason), { isTimeout: timeout });
        }
        return true;
    }

    send(text, encoding) {
        return this.#ask(text === undefined || text === null ? null : encoded(text, encoding));
    }

    sendBytes(bytes) {
        return this.#ask(bytes.asUint8Array());
    }

    /** `(file)` or `(text, [encoding], file)`; false if the server refuses. */
    sendAndReceiveToFile(...given) {
        const file = given.pop();
        return this.send(...given) && this.#received(file);
    }

    sendBytesAndReceiveToFile(bytes, file) {
        return this.sendBytes(bytes) && this.#received(file);
    }

    #received(file) {
        if (this.getStatusCode() >= 400) {
            return false;
        }
        host.call('file.write', { path: file.fullPath.slice(1), bytes: this.#answer.body, append: false });
        return true;
    }

    sendMultiPart(parts) {
        const boundary = `part${host.call('random.id', null)}`;
        const pieces = parts.flatMap((part) => [encoded(`--${boundary}\r\n${part.head()}\r\n\r\n`), part.content(), [13, 10]]);
        this.setRequestHeader('Content-Type', `multipart/form-data; boundary=${boundary}`);
        this.#ask(together(pieces.concat([encoded(`--${boundary}--\r\n`)])));
        return this.getStatusCode() < 400;
    }

    getStatusCode() {
        return this.#answer ? this.#answer.status : 0;
    }

    getStatusMessage() {
        return this.#answer ? this.#answer.message : null;
    }

    #isError() {
        return this.getStatusCode() >= 400;
    }

    getText(encoding) {
        if (this.#answer === null || this.#isError()) {
            return null;
        }
        return encoding === undefined ? textOf(this.#answer) : decoded(fromBase64(this.#answer.body), encoding);
    }

    getErrorText() {
        return this.#answer !== null && this.#isError() ? textOf(this.#answer) : null;
    }

    getBytes() {
        return this.#answer === null || this.#isError() ? null : new Bytes(fromBase64(this.#answer.body));
    }

    getErrorBytes() {
        return this.#answer !== null && this.#isError() ? new Bytes(fromBase64(this.#answer.body)) : null;
    }

    getResponseHeader(name) {
        const values = this.#answer && this.#answer.headers[String(name).toLowerCase()];
        return values ? values.join(', ') : null;
    }

    #answered(made) {
        const headers = new Headers();
        Object.entries(this.#answer ? this.#answer.headers : {}).forEach(([name, values]) => headers.put(capitalised(name), made(values)));
        return headers;
    }

    getResponseHeaders() {
        return this.#answered((values) => new (require('dw/util/ArrayList'))(values));
    }

    getAllResponseHeaders() {
        return this.#answered((values) => values.join(', '));
    }

    toString() {
        return `[HTTPClient ${this.#method} ${this.#url}]`;
    }
}

module.exports = define(HTTPClient, 'dw.net.HTTPClient', {
    get: {
        statusCode: true,
        statusMessage: true,
        text: true,
        errorText: true,
        bytes: true,
        errorBytes: true,
        responseHeaders: true,
        allResponseHeaders: true,
        timeout: true,
        allowRedirect: true,
        hostNameVerification: true,
        identity: true,
        loggingConfig: true
    },
    constants: SIZES,
    apart: ['bytes', 'errorBytes', 'responseHeaders', 'allResponseHeaders']
});
