'use strict';

const { define } = require('../../internal/bean');

/** Walks a sequence once: `while (it.hasNext()) { … it.next() }`, or `for…of`. */
class Iterator {
    #source;
    #ahead;

    /** `source` is anything `for…of` accepts. */
    constructor(source) {
        this.#source = source[Symbol.iterator]();
        this.#ahead = null;
    }

    #peek() {
        if (this.#ahead === null) {
            this.#ahead = this.#source.next();
        }
        return this.#ahead;
    }

    hasNext() {
        return !this.#peek().done;
    }

    next() {
        const step = this.#peek();
        if (step.done) {
            throw new Error('NoSuchElementException: the iterator has no more elements');
        }
        this.#ahead = null;
        return step.value;
    }

    asList(start = 0, size = Infinity) {
        const ArrayList = require('dw/util/ArrayList');
        const list = new ArrayList();
        for (let index = 0; index < start + size && this.hasNext(); index += 1) {
            const element = this.next();
            if (index >= start) {
                list.add(element);
            }
        }
        return list;
    }

    * [Symbol.iterator]() {
        while (this.hasNext()) {
            yield this.next();
        }
    }
}

module.exports = define(Iterator, 'dw.util.Iterator', {});
