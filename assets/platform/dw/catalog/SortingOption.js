'use strict';

const { define } = require('../../internal/bean');
const SortingRule = require('dw/catalog/SortingRule');

/** An order that visitors may choose. */
class SortingOption {
    #id;
    #document;

    constructor(id, document) {
        this.#id = id;
        this.#document = document;
    }

    getID() {
        return this.#id;
    }

    getSortingRule() {
        return new SortingRule(this.#document.ruleId || this.#id);
    }

    getDisplayName() {
        return this.#document.displayName || this.getSortingRule().displayName;
    }

    getDescription() {
        return null;
    }

    toString() {
        return `[SortingOption id=${this.#id}]`;
    }
}

module.exports = define(SortingOption, 'dw.catalog.SortingOption', {
    get: {
        ID: true,
        displayName: true,
        description: true,
        sortingRule: true
    }
});
