'use strict';

const { define } = require('../../internal/bean');

/** A word that the visitor may mean: the one that was written, one that begins with it, or one that is like it. */
class SuggestedTerm {
    #value;
    #original;

    constructor(value, original) {
        this.#value = value;
        this.#original = original.toLowerCase();
    }

    getValue() {
        return this.#value;
    }

    isExactMatch() {
        return this.#value.toLowerCase() === this.#original;
    }

    isCompleted() {
        return !this.isExactMatch() && this.#value.toLowerCase().startsWith(this.#original);
    }

    isCorrected() {
        return !this.isExactMatch() && !this.isCompleted();
    }

    isAdditional() {
        return false;
    }

    toString() {
        return this.#value;
    }
}

module.exports = define(SuggestedTerm, 'dw.suggest.SuggestedTerm', {
    get: { value: true },
    is: {
        additional: true,
        completed: true,
        corrected: true,
        exactMatch: true
    }
});
