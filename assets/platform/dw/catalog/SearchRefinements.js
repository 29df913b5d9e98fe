'use strict';

const { define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');

/** What the result of a search can be narrowed by. */
class SearchRefinements {
    /** The dimensions of which something that was found has a value. */
    getRefinementDefinitions() {
        return new ArrayList();
    }

    getAllRefinementDefinitions() {
        return this.getRefinementDefinitions();
    }

    /** All values of an attribute, or of the attribute that a definition is for. */
    getAllRefinementValues() {
        return new ArrayList();
    }

    getRefinementValues(definition) {
        return this.getAllRefinementValues(definition);
    }
}

module.exports = define(SearchRefinements, 'dw.catalog.SearchRefinements', {
    get: {
        refinementDefinitions: true,
        allRefinementDefinitions: true
    },
    constants: { ASCENDING: 0, DESCENDING: 1, SORT_VALUE_COUNT: 1, SORT_VALUE_NAME: 0 }
});
