'use strict';

const { define } = require('../../internal/bean');
const { alternatives, termsOf } = require('../../internal/completed');
const SeekableIterator = require('dw/util/SeekableIterator');

/** What somebody may have meant by a phrase: other phrases, and what its words may become by texts such as these. */
class SearchPhraseSuggestions {
    #phrases;
    #terms;
    #texts;

    constructor(phrases, phrase, texts = phrases) {
        this.#phrases = phrases;
        this.#terms = termsOf(phrase);
        this.#texts = texts;
    }

    hasSuggestedPhrases() {
        return this.#phrases.length > 0;
    }

    getSuggestedPhrases() {
        const SuggestedPhrase = require('dw/suggest/SuggestedPhrase');
        return new SeekableIterator(this.#phrases.map((phrase) => new SuggestedPhrase(phrase, this.#terms.join(' '))));
    }

    hasSuggestedTerms() {
        return this.#suggested().some((terms) => !terms.isEmpty());
    }

    getSuggestedTerms() {
        return new SeekableIterator(this.#suggested());
    }

    /** For each word of the visitor's what it may become. */
    #suggested() {
        const SuggestedTerms = require('dw/suggest/SuggestedTerms');
        return this.#terms.map((term) => new SuggestedTerms(term, alternatives(term, this.#texts)));
    }
}

module.exports = define(SearchPhraseSuggestions, 'dw.suggest.SearchPhraseSuggestions', {
    get: {
        suggestedPhrases: true,
        suggestedTerms: true
    }
});
