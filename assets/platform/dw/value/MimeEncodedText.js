'use strict';

const { define } = require('../../internal/bean');

/** A text with its type. */
class MimeEncodedText {
    #text;
    #type;
    #encoding;

    constructor(text, mimeType = 'text/html', encoding = 'UTF-8') {
        this.#text = text;
        this.#type = mimeType;
        this.#encoding = encoding;
    }

    getText() {
        return this.#text;
    }

    getMimeType() {
        return this.#type;
    }

    getEncoding() {
        return this.#encoding;
    }

    toString() {
        return this.#text;
    }
}

module.exports = define(MimeEncodedText, 'dw.value.MimeEncodedText', {
    get: {
        text: true,
        mimeType: true,
        encoding: true
    }
});
