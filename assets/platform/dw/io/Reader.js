'use strict';

const { define } = require('../../internal/bean');
const { IOError } = require('../../internal/errors');
const { decoded } = require('../../internal/encodings');
const ArrayList = require('dw/util/ArrayList');

/** Reads a text piece by piece. */
class Reader {
    #text = '';
    #at = 0;
    #more;
    #closed = false;

    /** Of a text, or of an input stream in an encoding. What a subclass reads comes from a function of its own. */
    constructor(source, encoding) {
        if (typeof source === 'function') {
            this.#more = source;
        } else {
            this.#text = source instanceof require('dw/io/InputStream') ? decoded(source.bytes(), encoding) : String(source);
            this.#more = () => null;
        }
    }

    /** Fetches until so many letters are there, or a line's end, or the text's. */
    #fill(isEnough) {
        if (this.#closed) {
            throw new IOError('The reader is closed');
        }
        while (!isEnough()) {
            const next = this.#more();
            if (next === null) {
                return;
            }
            this.#text = this.#text.slice(this.#at) + next;
            this.#at = 0;
        }
    }

    #left() {
        return this.#text.length - this.#at;
    }

    #take(count) {
        const taken = this.#text.slice(this.#at, this.#at + count);
        this.#at += taken.length;
        return taken;
    }

    /** One letter, or as many as wanted; nothing at the end. */
    read(count = 1) {
        return this.readN(count);
    }

    readN(count) {
        this.#fill(() => this.#left() >= count);
        return this.#left() === 0 && count > 0 ? null : this.#take(count);
    }

    /** A line without its end; nothing when there are no more. */
    readLine() {
        // A carriage return at the very end may be half of a line's end.
        const end = () => /\r\n|\n|\r(?=[^])/.exec(this.#text.slice(this.#at));
        this.#fill(() => end() !== null);
        if (this.#left() === 0) {
            return null;
        }
        const found = end() || /\r$|$/.exec(this.#text.slice(this.#at));
        const line = this.#take(found.index);
        this.#take(found[0].length);
        return line;
    }

    readLines() {
        const lines = [];
        for (let line = this.readLine(); line !== null; line = this.readLine()) {
            lines.push(line);
        }
        return new ArrayList(lines);
    }

    /** All that is left; nothing at the end. */
    readString() {
        this.#fill(() => false);
        return this.#left() === 0 ? null : this.#take(this.#left());
    }

    ready() {
        this.#fill(() => this.#left() > 0);
        return this.#left() > 0;
    }

    skip(count) {
        this.#fill(() => this.#left() >= count);
        this.#take(count);
    }

    close() {
        this.#closed = true;
        this.#text = '';
        this.#at = 0;
    }

    getLines() {
        return this.readLines();
    }

    getString() {
        return this.readString();
    }

    toString() {
        return `[${this.constructor.name}]`;
    }
}

module.exports = define(Reader, 'dw.io.Reader', { get: { lines: { alters: true }, string: { alters: true } } });
