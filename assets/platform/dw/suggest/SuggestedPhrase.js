'use strict';

const { define } = require('../../internal/bean');

/** A phrase that a visitor may mean. */
class SuggestedPhrase {
    #phrase;
    #original;

    constructor(phrase, original) {
        this.#phrase = String(phrase);
        this.#original = original;
    }

    getPhrase() {
        return this.#phrase;
    }

    /** Whether it is what the visitor has written. */
    isExactMatch() {
        return this.#phrase.toLowerCase() === String(this.#original).toLowerCase();
    }

    toString() {
        return this.#phrase;
    }
}

module.exports = define(SuggestedPhrase, 'dw.suggest.SuggestedPhrase', {
    get: { phrase: true },
    is: { exactMatch: true }
});
