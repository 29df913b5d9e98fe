'use strict';

const { define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const SearchRefinements = require('dw/catalog/SearchRefinements');
const ProductSearchRefinementDefinition = require('dw/catalog/ProductSearchRefinementDefinition');
const ProductSearchRefinementValue = require('dw/catalog/ProductSearchRefinementValue');

/** What the result of a search can be narrowed by. */
class ProductSearchRefinements extends SearchRefinements {
    #model;
    #offers;
    #below;

    /**
     * `offers` answers what there is to narrow by, which is counted for the first that asks; `below` the entries of the
     * categories right below one, in which something was found.
     */
    constructor(model, offers, below) {
        super();
        this.#model = model;
        this.#offers = offers;
        this.#below = below;
    }

    /** Those of which something that was found has a value. */
    getRefinementDefinitions() {
        return this.#definitions(({ values }) => values.some(({ count }) => count > 0));
    }

    getAllRefinementDefinitions() {
        return this.#definitions(() => true);
    }

    #definitions(isMeant) {
        const offered = this.#offers().filter(isMeant);
        return new ArrayList(offered.map((offer) => new ProductSearchRefinementDefinition(offer.attribute, offer.name, offer.cutoff)));
    }

    /** Without the values that nothing has which was found. */
    getRefinementValues(definition) {
        return new ArrayList(this.getAllRefinementValues(definition).toArray().filter((value) => value.hitCount > 0));
    }

    getAllRefinementValues(definition) {
        const id = typeof definition === 'string' ? definition : definition.attributeID;
        const offer = this.#offers().find((candidate) => candidate.attribute === id) || { values: [] };
        return new ArrayList(offer.values.map((entry) => new ProductSearchRefinementValue(id, entry)));
    }

    /** The value of an attribute, or of the attribute that a definition is for; null if nothing that was found has it. */
    getRefinementValue(definition, value) {
        return this.getAllRefinementValues(definition).toArray().find((each) => each.value === value) || null;
    }

    /** The categories right below one, or below the root, in which something was found. */
    getNextLevelCategoryRefinementValues(category) {
        const entries = this.#below(category ? category.ID : 'root');
        return new ArrayList(entries.map((entry) => new ProductSearchRefinementValue('category', entry)));
    }

    #definition(attribute) {
        return this.getRefinementDefinitions().toArray().find((definition) => definition.attributeID === attribute) || null;
    }

    getCategoryRefinementDefinition() {
        return this.#definition('category');
    }

    getPriceRefinementDefinition() {
        return this.#definition('price');
    }

    getPromotionRefinementDefinition() {
        return this.#definition('promotion');
    }

    toString() {
        return `[ProductSearchRefinements of ${this.#model}]`;
    }
}

module.exports = define(ProductSearchRefinements, 'dw.catalog.ProductSearchRefinements', {
    get: {
        categoryRefinementDefinition: true,
        priceRefinementDefinition: true,
        promotionRefinementDefinition: true
    }
});
