'use strict';

const { define } = require('../../internal/bean');
const Iterator = require('dw/util/Iterator');

/** What searches answer: an iterator that knows its count and can skip. */
class SeekableIterator extends Iterator {
    #count;

    constructor(elements) {
        const all = Array.from(elements);
        super(all);
        this.#count = all.length;
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
    get: { count: (iterator) => iterator.getCount() }
});
