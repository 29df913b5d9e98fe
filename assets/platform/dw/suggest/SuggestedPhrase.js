'use strict';

const { define } = require('../../internal/bean');

/** A phrase that was found. */
class SuggestedPhrase {
    #phrase;

    constructor(phrase) {
        this.#phrase = String(phrase);
    }

    getPhrase() {
        return this.#phrase;
    }

    isExactMatch() {
        return false;
    }

    toString() {
        return this.#phrase;
    }
}

module.exports = define(SuggestedPhrase, 'dw.suggest.SuggestedPhrase', {
    get: { phrase: (it) => it.getPhrase() },
    is: { exactMatch: (it) => it.isExactMatch() }
});
