'use strict';

const { define } = require('../../internal/bean');
const SeekableIterator = require('dw/util/SeekableIterator');
const SuggestedProduct = require('dw/suggest/SuggestedProduct');
const Suggestions = require('dw/suggest/Suggestions');

/** The products that were found. */
class ProductSuggestions extends Suggestions {
    getSuggestedProducts() {
        return new SeekableIterator(this.found().map((found) => new SuggestedProduct(found)));
    }
}

module.exports = define(ProductSuggestions, 'dw.suggest.ProductSuggestions', { get: { suggestedProducts: true } });
