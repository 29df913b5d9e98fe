'use strict';

const { define } = require('../../internal/bean');

const states = new WeakMap();

/** A dimension to narrow a search by. */
class SearchRefinementDefinition {
    constructor(id, name) {
        states.set(this, { id, name });
    }

    getAttributeID() {
        return states.get(this).id;
    }

    getDisplayName() {
        return states.get(this).name;
    }

    isAttributeRefinement() {
        return true;
    }
}

module.exports = define(SearchRefinementDefinition, 'dw.catalog.SearchRefinementDefinition', {
    get: {
        attributeID: (definition) => definition.getAttributeID(),
        displayName: (definition) => definition.getDisplayName()
    },
    is: { attributeRefinement: (definition) => definition.isAttributeRefinement() }
});
