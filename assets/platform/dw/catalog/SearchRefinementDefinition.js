'use strict';

const { define } = require('../../internal/bean');

const states = new WeakMap();

/** A dimension to narrow a search by; `cutoff` values of it are shown before the rest. */
class SearchRefinementDefinition {
    constructor(id, name, cutoff) {
        states.set(this, { id, name, cutoff });
    }

    getAttributeID() {
        return states.get(this).id;
    }

    getDisplayName() {
        return states.get(this).name;
    }

    getCutoffThreshold() {
        return states.get(this).cutoff || 0;
    }

    isAttributeRefinement() {
        return true;
    }
}

module.exports = define(SearchRefinementDefinition, 'dw.catalog.SearchRefinementDefinition', {
    get: {
        attributeID: true,
        displayName: true,
        cutoffThreshold: true
    },
    is: { attributeRefinement: true }
});
