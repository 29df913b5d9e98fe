'use strict';

const { define } = require('../../internal/bean');
const { spoken } = require('../../internal/converted');
const { IOError } = require('../../internal/errors');
const { encoded } = require('../../internal/encodings');

/** So many letters are collected before they go on their way. */
const MOST = 1 << 16;

/** Writes a text piece by piece. */
class Writer {
    #parts = [];
    #length = 0;
    #send;
    #closed = false;

    /** Into an output stream, in an encoding; a subclass gives a function that takes the text. */
    constructor(target, encoding) {
        this.#send = typeof target === 'function' ? target : (text) => target.take(encoded(text, encoding));
    }

    /** A text, or a part of it: so many letters from a place on. */
    write(text, from, count) {
        if (this.#closed) {
            throw new IOError('The writer is closed');
        }
        const whole = spoken(text);
        const part = from === undefined ? whole : whole.substr(from, count);
        this.#parts.push(part);
        this.#length += part.length;
        if (this.#length > MOST) {
            this.flush();
        }
    }

    flush() {
        if (this.#length > 0) {
            const text = this.#parts.join('');
            this.#parts = [];
            this.#length = 0;
            this.#send(text);
        }
    }

    close() {
        this.flush();
        this.#closed = true;
    }

    toString() {
        return `[${this.constructor.name}]`;
    }
}

module.exports = define(Writer, 'dw.io.Writer', {});
