'use strict';

const { define } = require('../../internal/bean');
const Suggestions = require('dw/suggest/Suggestions');

/** The brands of what was found, as phrases. */
class BrandSuggestions extends Suggestions {}

module.exports = define(BrandSuggestions, 'dw.suggest.BrandSuggestions', {});
