'use strict';

const { define } = require('../../internal/bean');

/** An order of search results. */
class SortingRule {
    #id;

    constructor(id) {
        this.#id = id;
    }

    getID() {
        return this.#id;
    }

    getDisplayName() {
        return this.#id;
    }

    getSortingRule() {
        return this;
    }

    toString() {
        return `[SortingRule id=${this.#id}]`;
    }
}

module.exports = define(SortingRule, 'dw.catalog.SortingRule', {
    get: { ID: true, displayName: true }
});
