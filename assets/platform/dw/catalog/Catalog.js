'use strict';

const { define } = require('../../internal/bean');
const products = require('../../internal/products');

/** A tree of categories. An archive has no texts of its own for it. */
class Catalog {
    #id;

    constructor(id) {
        this.#id = id;
    }

    getID() {
        return this.#id;
    }

    getRoot() {
        return products.category('root', this.#id);
    }

    toString() {
        return `[Catalog id=${this.#id}]`;
    }
}

module.exports = define(Catalog, 'dw.catalog.Catalog', {
    get: {
        ID: true,
        displayName: () => null,
        description: () => null,
        root: true
    }
});
