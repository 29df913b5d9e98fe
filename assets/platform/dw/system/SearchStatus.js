'use strict';

const { define } = require('../../internal/bean');

const CODES = { NOT_EXECUTED: 0, SUCCESSFUL: 1, LIMITED: 2, ROOT_SEARCH: 3, NO_CATALOG: 4, NO_CATEGORY: 5, EMPTY_QUERY: 6, OFFLINE_CATEGORY: 7, NO_INDEX: 8, ERROR: 9 };
const DESCRIPTIONS = {
    SUCCESSFUL: 'The search was made.',
    ROOT_SEARCH: 'The search was made in the root category.',
    NO_CATEGORY: 'There is no such category.',
    EMPTY_QUERY: 'The search is for nothing.',
    OFFLINE_CATEGORY: 'The category is offline.'
};

/** How a search went, by the name of its code. */
class SearchStatus {
    #name;

    constructor(name) {
        this.#name = name;
    }

    getStatusCode() {
        return CODES[this.#name];
    }

    getDescription() {
        return DESCRIPTIONS[this.#name];
    }

    toString() {
        return `${this.getStatusCode()} ${this.getDescription()}`;
    }
}

module.exports = define(SearchStatus, 'dw.system.SearchStatus', {
    get: { statusCode: true, description: true },
    constants: CODES
});
