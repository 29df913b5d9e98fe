'use strict';

const { define } = require('../../internal/bean');
const SortingRule = require('dw/catalog/SortingRule');

/** An order that visitors may choose. */
class SortingOption {
    #id;

    constructor(id) {
        this.#id = id;
    }

    getID() {
        return this.#id;
    }

    getSortingRule() {
        return new SortingRule(this.#id);
    }

    getDisplayName() {
        return this.getSortingRule().displayName;
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
        ID: (option) => option.getID(),
        displayName: (option) => option.getDisplayName(),
        description: (option) => option.getDescription(),
        sortingRule: (option) => option.getSortingRule()
    }
});
