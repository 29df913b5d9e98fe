'use strict';

const { define } = require('../../internal/bean');

/** A category that was found. */
class SuggestedCategory {
    #found;

    constructor(found) {
        this.#found = found;
    }

    getCategory() {
        return this.#found;
    }
}

module.exports = define(SuggestedCategory, 'dw.suggest.SuggestedCategory', { get: { category: true } });
