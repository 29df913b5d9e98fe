'use strict';

const { define } = require('../../internal/bean');

/** A content asset that was found. */
class SuggestedContent {
    #found;

    constructor(found) {
        this.#found = found;
    }

    getContent() {
        return this.#found;
    }
}

module.exports = define(SuggestedContent, 'dw.suggest.SuggestedContent', { get: { content: true } });
