'use strict';

const { define } = require('../../internal/bean');

/** What a script says of where it is, the innermost last. */
class LogNDC {
    #contexts = [];

    push(message) {
        this.#contexts.push(String(message));
    }

    pop() {
        return this.#contexts.pop() || '';
    }

    peek() {
        return this.#contexts[this.#contexts.length - 1] || '';
    }

    remove() {
        this.#contexts = [];
    }

    toString() {
        return this.#contexts.join(' ');
    }
}

module.exports = define(LogNDC, 'dw.system.LogNDC', {});
