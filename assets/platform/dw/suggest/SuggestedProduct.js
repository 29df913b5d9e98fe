'use strict';

const { define } = require('../../internal/bean');

/** A product that was found. */
class SuggestedProduct {
    #found;

    constructor(found) {
        this.#found = found;
    }

    getProductSearchHit() {
        return this.#found;
    }
}

module.exports = define(SuggestedProduct, 'dw.suggest.SuggestedProduct', { get: { productSearchHit: true } });
