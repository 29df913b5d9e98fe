'use strict';

const { held, define } = require('../../internal/bean');

/** A value to narrow a search by, and how many hits it would leave. */
class SearchRefinementValue {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }
}

module.exports = define(SearchRefinementValue, 'dw.catalog.SearchRefinementValue', {
    get: {
        ID: (it) => it[held].value,
        value: (it) => it[held].value,
        displayValue: (it) => it[held].name || it[held].value,
        description: (it) => it[held].description || null,
        presentationID: (it) => it[held].presentation || null,
        hitCount: (it) => it[held].count
    }
});
