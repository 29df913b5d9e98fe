'use strict';

const { define } = require('../../internal/bean');
const { completed } = require('../../internal/completed');
const SearchPhraseSuggestions = require('dw/suggest/SearchPhraseSuggestions');

/** What was found for the beginning of a phrase, with what the phrase becomes by the names of that, or other phrases. */
class Suggestions {
    #found;
    #phrases;

    constructor(found, names, phrase, phrases = found.length === 0 ? [] : [completed(phrase, names)]) {
        this.#found = found;
        this.#phrases = new SearchPhraseSuggestions(phrases, phrase, names);
    }

    found() {
        return this.#found;
    }

    hasSuggestions() {
        return this.#found.length > 0;
    }

    hasSuggestedPhrases() {
        return this.#phrases.hasSuggestedPhrases();
    }

    getSuggestedPhrases() {
        return this.#phrases.getSuggestedPhrases();
    }

    hasSuggestedTerms() {
        return this.#phrases.hasSuggestedTerms();
    }

    getSuggestedTerms() {
        return this.#phrases.getSuggestedTerms();
    }

    getSearchPhraseSuggestions() {
        return this.#phrases;
    }
}

Object.defineProperty(Suggestions.prototype, 'found', { enumerable: false });

module.exports = define(Suggestions, 'dw.suggest.Suggestions', {
    get: {
        suggestedPhrases: true,
        suggestedTerms: true,
        searchPhraseSuggestions: true
    }
});
