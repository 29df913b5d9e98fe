'use strict';

const { define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const ProductSearchRefinementDefinition = require('dw/catalog/ProductSearchRefinementDefinition');
const ProductSearchRefinementValue = require('dw/catalog/ProductSearchRefinementValue');

/** What the result of a search can be narrowed by. */
class ProductSearchRefinements {
    #model;
    #offers;

    constructor(model, offers) {
        this.#model = model;
        this.#offers = offers;
    }

    getRefinementDefinitions() {
        const offered = this.#offers.filter((offer) => offer.values.length > 0);
        return new ArrayList(offered.map((offer) => new ProductSearchRefinementDefinition(offer.attribute, offer.name, offer.cutoff)));
    }

    getAllRefinementDefinitions() {
        return this.getRefinementDefinitions();
    }

    getAllRefinementValues(definition) {
        const id = typeof definition === 'string' ? definition : definition.attributeID;
        const offer = this.#offers.find((candidate) => candidate.attribute === id) || { values: [] };
        return new ArrayList(offer.values.map((entry) => new ProductSearchRefinementValue(id, entry)));
    }

    getRefinementValues(attributeID) {
        return this.getAllRefinementValues(attributeID);
    }

    toString() {
        return `[ProductSearchRefinements of ${this.#model}]`;
    }
}

module.exports = define(ProductSearchRefinements, 'dw.catalog.ProductSearchRefinements', {
    get: { refinementDefinitions: (refinements) => refinements.getRefinementDefinitions() }
});
