'use strict';

const { define } = require('../../internal/bean');
const SeekableIterator = require('dw/util/SeekableIterator');
const SuggestedContent = require('dw/suggest/SuggestedContent');
const Suggestions = require('dw/suggest/Suggestions');

/** The content assets that were found. */
class ContentSuggestions extends Suggestions {
    getSuggestedContent() {
        return new SeekableIterator(this.found().map((found) => new SuggestedContent(found)));
    }
}

module.exports = define(ContentSuggestions, 'dw.suggest.ContentSuggestions', { get: { suggestedContent: true } });
