'use strict';

const { define } = require('../../internal/bean');
const { decoded, encoded, fromBase64, toBase64 } = require('../../internal/encodings');
const { IOError } = require('../../internal/errors');
const { listed } = require('../../internal/webdav');
const File = require('dw/io/File');
const HTTPClient = require('dw/net/HTTPClient');
const Bytes = require('dw/util/Bytes');
const HashMap = require('dw/util/HashMap');

const SIZES = { DEFAULT_GET_FILE_SIZE: 5242880, DEFAULT_GET_STRING_SIZE: 2097152, MAX_GET_FILE_SIZE: 209715200, MAX_GET_STRING_SIZE: 10485760 };
/** What the status is of a server that isn't called. */
const FORBIDDEN = 403;

/** Files on another server: one that the sandbox may not call answers nothing, and the text of the status says why. */
class WebDAVClient {
    #root;
    #login;
    #headers = [];
    #answer = null;
    #failure = null;

    constructor(url, ...login) {
        this.#root = String(url).replace(/\/+$/, '');
        this.#login = login;
    }

    /** Of the next call. */
    addRequestHeader(name, value) {
        this.#headers.push([name, value]);
    }

    /** Each call has a connection of its own. */
    close() {}

    #url(path) {
        return `${this.#root}/${encodeURI(String(path).replace(/^\/+/, ''))}`;
    }

    /** Whether a server has done what it was asked for. */
    #ask(method, path, headers = [], body = null) {
        const client = new HTTPClient();
        const url = this.#url(path);
        client.open(method, url, ...this.#login);
        this.#headers.splice(0).concat(headers).forEach(([name, value]) => client.setRequestHeader(name, value));
        this.#failure = host.call('net.refusal', { url });
        this.#answer = null;
        if (this.#failure === null) {
            this.#send(client, body);
        }
        return this.succeeded();
    }

    #send(client, body) {
        try {
            if (body === null) {
                client.send();
            } else {
                client.sendBytes(new Bytes(body));
            }
            this.#answer = client;
        } catch (error) {
            if (!(error instanceof IOError)) {
                throw error;
            }
            this.#failure = error.message;
        }
    }

    succeeded() {
        return this.#answer !== null && this.#answer.statusCode >= 200 && this.#answer.statusCode < 300;
    }

    getStatusCode() {
        if (this.#answer !== null) {
            return this.#answer.statusCode;
        }
        return this.#failure === null ? 0 : FORBIDDEN;
    }

    getStatusText() {
        return this.#answer === null ? this.#failure : this.#answer.statusMessage;
    }

    getResponseHeader(name) {
        return this.#answer === null ? null : this.#answer.getResponseHeader(name);
    }

    getAllResponseHeaders() {
        return this.#answer === null ? new HashMap() : this.#answer.allResponseHeaders;
    }

    /** The bytes of what was got, as many as are wanted. */
    #content(most) {
        return this.#answer.bytes.asUint8Array().slice(0, most);
    }

    #saved(file, content) {
        host.call('file.write', { path: file.fullPath.slice(1), bytes: toBase64(content), append: false });
        return true;
    }

    /** `(path, [encoding], [size])`, which answers the text, or `(path, file, [encoding], [size])`, which answers whether it is saved. */
    get(path, ...given) {
        const file = given[0] instanceof File ? given.shift() : null;
        const encoding = typeof given[0] === 'string' ? given.shift() : 'UTF-8';
        const [most = file === null ? SIZES.DEFAULT_GET_STRING_SIZE : SIZES.DEFAULT_GET_FILE_SIZE] = given;
        if (!this.#ask('GET', path)) {
            return file === null ? null : false;
        }
        const text = decoded(this.#content(most), encoding);
        return file === null ? text : this.#saved(file, encoded(text));
    }

    getBinary(path, file, most = SIZES.DEFAULT_GET_FILE_SIZE) {
        return this.#ask('GET', path) && this.#saved(file, this.#content(most));
    }

    /** A text, in an encoding, or a file. */
    put(path, content, encoding) {
        const body = content instanceof File ? fromBase64(host.call('file.bytes', { path: content.fullPath.slice(1), offset: 0, length: content.length() })) : encoded(content, encoding);
        return this.#ask('PUT', path, [], body);
    }

    mkcol(path) {
        return this.#ask('MKCOL', path);
    }

    del(path) {
        return this.#ask('DELETE', path);
    }

    #transfer(method, origin, destination, overwrite, headers) {
        return this.#ask(method, origin, [['Destination', this.#url(destination)], ['Overwrite', overwrite ? 'T' : 'F']].concat(headers));
    }

    move(origin, destination, overwrite = true) {
        return this.#transfer('MOVE', origin, destination, overwrite, []);
    }

    /** A shallow copy of a folder is without what is in it. */
    copy(origin, destination, overwrite = true, shallow = false) {
        return this.#transfer('COPY', origin, destination, overwrite, [['Depth', shallow ? '0' : 'infinity']]);
    }

    /** What may be done there, by the names of methods. */
    options(path) {
        return this.#ask('OPTIONS', path) ? String(this.getResponseHeader('Allow') || '').split(',').map((name) => name.trim()).filter(Boolean) : null;
    }

    /** A folder and what is in it, so deep. */
    propfind(path, depth = 1) {
        const level = depth > 1 ? 'infinity' : String(depth);
        return this.#ask('PROPFIND', path, [['Depth', level]]) ? listed(decoded(this.#content())) : null;
    }
}

module.exports = define(WebDAVClient, 'dw.net.WebDAVClient', {
    get: {
        statusCode: true,
        statusText: true,
        allResponseHeaders: true
    },
    constants: Object.assign({ DEFAULT_ENCODING: 'UTF-8', DEPTH_0: 0, DEPTH_1: 1, DEPTH_INIFINITY: 2147483647 }, SIZES)
});
