'use strict';

const { define } = require('../../internal/bean');
const SeekableIterator = require('dw/util/SeekableIterator');
const SuggestedTerm = require('dw/suggest/SuggestedTerm');

/** What one word of a search may become, the best first. */
class SuggestedTerms {
    #original;
    #terms;

    constructor(original, words) {
        this.#original = original;
        this.#terms = words.map((word) => new SuggestedTerm(word, original));
    }

    getOriginalTerm() {
        return this.#original;
    }

    getTerms() {
        return new SeekableIterator(this.#terms);
    }

    getFirstTerm() {
        return this.#terms[0] || null;
    }

    isEmpty() {
        return this.#terms.length === 0;
    }
}

module.exports = define(SuggestedTerms, 'dw.suggest.SuggestedTerms', {
    get: {
        originalTerm: true,
        terms: true,
        firstTerm: true
    },
    is: { empty: true }
});
