'use strict';

const { define } = require('../../internal/bean');
const { text, whole } = require('../../internal/converted');
const ResponseWriter = require('dw/io/PrintWriter');
const Cookie = require('dw/web/Cookie');

const STATUS = 'The status of a response';
/** The header that says what `setContentType` does. */
const CONTENT_TYPE = 'content-type';

/** What goes back to the browser. */
class Response {
    #status = 200;
    #isRedirect = false;
    #headers = new Map();
    #cookies = [];
    #contentType = null;
    #kept = null;
    #writer = new ResponseWriter();

    setStatus(status) {
        this.#status = whole(status, STATUS);
    }

    getStatus() {
        return this.#status;
    }

    setContentType(type) {
        this.#contentType = text(type);
    }

    getContentType() {
        return this.#contentType;
    }

    setHttpHeader(name, value) {
        const key = String(name).toLowerCase();
        if (key === CONTENT_TYPE) {
            this.#contentType = String(value);
        } else {
            this.#headers.set(key, [name, [String(value)]]);
        }
    }

    addHttpHeader(name, value) {
        const known = this.#headers.get(String(name).toLowerCase());
        if (known) {
            known[1].push(String(value));
        } else {
            this.setHttpHeader(name, value);
        }
    }

    containsHttpHeader(name) {
        const key = String(name).toLowerCase();
        return key === CONTENT_TYPE ? this.#contentType !== null : this.#headers.has(key);
    }

    addHttpCookie(cookie) {
        if (!(cookie instanceof Cookie)) {
            throw new TypeError(`A response takes cookies of dw.web.Cookie, not ${cookie}`);
        }
        this.#cookies.push(cookie);
    }

    setExpires(date) {
        this.setHttpHeader('Expires', new Date(date).toUTCString());
    }

    setVaryBy(names) {
        this.setHttpHeader('Vary', names);
    }

    setBuffered() {}

    /** Of several wishes how long the page may be kept the shortest one counts. */
    keepFor({ minutes, varyBy }) {
        if (this.#kept === null || minutes < this.#kept) {
            this.#kept = minutes;
            const apart = varyBy === null ? '' : `; vary-by=${varyBy}`;
            this.setHttpHeader('X-Sandbox-Page-Cache', minutes === 0 ? 'off' : `minutes=${minutes}${apart}`);
        }
    }

    getWriter() {
        return this.#writer;
    }

    redirect(target, status) {
        this.#isRedirect = true;
        this.#status = status ? whole(status, STATUS) : 302;
        this.setHttpHeader('Location', String(target && target.URL ? target.URL : target));
    }

    /** The document that the storefront turns into an HTTP response: what leads elsewhere has nothing to show. */
    finished() {
        const headers = [];
        for (const [name, values] of this.#headers.values()) {
            values.forEach((value) => headers.push([String(name), value]));
        }
        return {
            status: this.#status,
            headers,
            cookies: this.#cookies.map((cookie) => cookie.document()),
            content_type: this.#contentType,
            body: this.#isRedirect && this.#status >= 300 && this.#status < 400 ? '' : this.#writer.written()
        };
    }

    toString() {
        return `[Response status=${this.#status}]`;
    }
}

module.exports = define(Response, 'dw.system.Response', {
    get: {
        status: true,
        contentType: true,
        writer: true
    }
});
