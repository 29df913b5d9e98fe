'use strict';

const { define } = require('../../internal/bean');
const SeekableIterator = require('dw/util/SeekableIterator');

/** What else somebody may have meant by a phrase: the names of what was found for it. */
class SearchPhraseSuggestions {
    #phrases;

    constructor(phrases) {
        this.#phrases = phrases;
    }

    hasSuggestedPhrases() {
        return this.#phrases.length > 0;
    }

    getSuggestedPhrases() {
        const SuggestedPhrase = require('dw/suggest/SuggestedPhrase');
        return new SeekableIterator(this.#phrases.map((phrase) => new SuggestedPhrase(phrase)));
    }
}

module.exports = define(SearchPhraseSuggestions, 'dw.suggest.SearchPhraseSuggestions', {
    get: { suggestedPhrases: (it) => it.getSuggestedPhrases() }
});
