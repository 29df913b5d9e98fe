'use strict';

const { define } = require('../../internal/bean');
const Iterator = require('dw/util/Iterator');

/** What searches answer: an iterator that knows its count and can skip. */
class SeekableIterator extends Iterator {
    #count;

    /** With a count the elements are made as they are asked for. */
    constructor(elements, count) {
        const all = count === undefined ? Array.from(elements) : elements;
        super(all);
        this.#count = count === undefined ? all.length : count;
    }

    getCount() {
        return this.#count;
    }

    /** The first element, or null; with a count a list of so many. */
    first(count) {
        if (count !== undefined) {
            return this.asList(0, count);
        }
        return this.hasNext() ? this.next() : null;
    }

    forward(count, size) {
        for (let skipped = 0; skipped < count && this.hasNext(); skipped += 1) {
            this.next();
        }
        return size === undefined ? undefined : this.asList(0, size);
    }

    close() {}
}

module.exports = define(SeekableIterator, 'dw.util.SeekableIterator', {
    get: { count: true }
});
