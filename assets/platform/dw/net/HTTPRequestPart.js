'use strict';

const { define } = require('../../internal/bean');
const { encoded, fromBase64 } = require('../../internal/encodings');

/** A part of a request: a text, bytes or a file. */
class HTTPRequestPart {
    #name;
    #value;
    #more;

    /** `(name, text[, encoding])` or `(name, file or bytes[, contentType[, encoding[, fileName]]])`. */
    constructor(name, value, ...more) {
        this.#name = name;
        this.#value = value;
        this.#more = typeof value === 'string' ? { encoding: more[0] } : { contentType: more[0], encoding: more[1], fileName: more[2] };
    }

    getName() {
        return this.#name;
    }

    getStringValue() {
        return typeof this.#value === 'string' ? this.#value : null;
    }

    getFileValue() {
        return this.#value instanceof require('dw/io/File') ? this.#value : null;
    }

    getBytesValue() {
        return this.#value instanceof require('dw/util/Bytes') ? this.#value : null;
    }

    getContentType() {
        return this.#more.contentType || null;
    }

    getEncoding() {
        return this.#more.encoding || null;
    }

    getFileName() {
        return this.#more.fileName || (this.getFileValue() ? this.getFileValue().name : null);
    }

    head() {
        const file = this.getFileName() === null ? '' : `; filename="${this.getFileName()}"`;
        const type = this.getContentType() === null ? '' : `\r\nContent-Type: ${this.getContentType()}`;
        return `Content-Disposition: form-data; name="${this.#name}"${file}${type}`;
    }

    content() {
        if (this.getFileValue() !== null) {
            return fromBase64(host.call('file.bytes', { path: this.getFileValue().fullPath.slice(1), offset: 0, length: this.getFileValue().length() }));
        }
        return this.getBytesValue() === null ? encoded(this.#value, this.getEncoding()) : this.getBytesValue().asUint8Array();
    }
}

['head', 'content'].forEach((name) => Object.defineProperty(HTTPRequestPart.prototype, name, { enumerable: false }));

module.exports = define(HTTPRequestPart, 'dw.net.HTTPRequestPart', {
    get: {
        name: true,
        stringValue: true,
        fileValue: true,
        bytesValue: true,
        contentType: true,
        encoding: true,
        fileName: true
    }
});
