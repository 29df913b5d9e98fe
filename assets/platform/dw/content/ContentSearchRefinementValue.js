'use strict';

const { define } = require('../../internal/bean');
const SearchRefinementValue = require('dw/catalog/SearchRefinementValue');

/** A folder to narrow a search for content to, and how many assets it would leave. */
class ContentSearchRefinementValue extends SearchRefinementValue {
    constructor(folder, count) {
        super({ value: folder.ID, name: folder.displayName, count });
    }
}

module.exports = define(ContentSearchRefinementValue, 'dw.content.ContentSearchRefinementValue', {});
