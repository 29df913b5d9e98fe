'use strict';

const { define } = require('../../internal/bean');
const products = require('../../internal/products');

/** A tree of categories. */
class Catalog {
    #id;

    constructor(id) {
        this.#id = id;
    }

    getID() {
        return this.#id;
    }

    getRoot() {
        return products.category('root');
    }

    toString() {
        return `[Catalog id=${this.#id}]`;
    }
}

module.exports = define(Catalog, 'dw.catalog.Catalog', {
    get: { ID: (catalog) => catalog.getID(), root: (catalog) => catalog.getRoot() }
});
