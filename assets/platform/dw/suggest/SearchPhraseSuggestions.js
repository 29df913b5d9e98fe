'use strict';

const { define } = require('../../internal/bean');
const SeekableIterator = require('dw/util/SeekableIterator');

/** The words of the phrases that go on as a word of the visitor's does, each once. */
function completions(term, phrases) {
    const words = phrases.flatMap((phrase) => String(phrase).toLowerCase().split(/\s+/));
    return Array.from(new Set(words.filter((word) => word.startsWith(term.toLowerCase()))));
}

/** What the word may be a misspelling of; nothing if it is one of a product. */
function corrections(term) {
    const corrected = host.call('catalog.corrected', { phrase: term });
    return corrected === null ? [] : [corrected];
}

/** What else somebody may have meant by a phrase: the names of what was found for it, and their words. */
class SearchPhraseSuggestions {
    #phrases;
    #terms;

    constructor(phrases, phrase) {
        this.#phrases = phrases;
        this.#terms = String(phrase || '').split(/\s+/).filter(Boolean);
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
        return this.#terms.map((term) => new SuggestedTerms(term, completions(term, this.#phrases).concat(corrections(term))));
    }
}

module.exports = define(SearchPhraseSuggestions, 'dw.suggest.SearchPhraseSuggestions', {
    get: {
        suggestedPhrases: true,
        suggestedTerms: true
    }
});
