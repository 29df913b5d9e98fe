'use strict';

const { define } = require('../../internal/bean');
const SeekableIterator = require('dw/util/SeekableIterator');
const SuggestedCategory = require('dw/suggest/SuggestedCategory');
const Suggestions = require('dw/suggest/Suggestions');

/** The categories that were found. */
class CategorySuggestions extends Suggestions {
    getSuggestedCategories() {
        return new SeekableIterator(this.found().map((found) => new SuggestedCategory(found)));
    }
}

module.exports = define(CategorySuggestions, 'dw.suggest.CategorySuggestions', { get: { suggestedCategories: true } });
