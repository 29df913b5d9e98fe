'use strict';

const { define } = require('../../internal/bean');
const products = require('../../internal/products');
const ArrayList = require('dw/util/ArrayList');
const ProductSearchHit = require('dw/catalog/ProductSearchHit');
const ProductSearchRefinements = require('dw/catalog/ProductSearchRefinements');
const Status = require('dw/system/Status');
const SeekableIterator = require('dw/util/SeekableIterator');
const URL = require('dw/web/URL');
const URLUtils = require('dw/web/URLUtils');

/** A search for products: by words, in a category, refined, in an order. */
class ProductSearchModel {
    #phrase = null;
    #category = null;
    #refinements = {};
    #priceMin = null;
    #priceMax = null;
    #rule = null;
    #result = null;

    getSearchPhrase() {
        return this.#phrase;
    }

    setSearchPhrase(phrase) {
        this.#phrase = phrase === null || phrase === undefined ? null : String(phrase);
    }

    getCategoryID() {
        return this.#category;
    }

    setCategoryID(id) {
        this.#category = id;
    }

    getCategory() {
        return this.#category === null ? null : products.category(this.#category);
    }

    getPriceMin() {
        return this.#priceMin;
    }

    setPriceMin(amount) {
        this.#priceMin = amount;
    }

    getPriceMax() {
        return this.#priceMax;
    }

    setPriceMax(amount) {
        this.#priceMax = amount;
    }

    setSortingRule(rule) {
        this.#rule = rule;
    }

    getSortingRule() {
        return this.#rule;
    }

    getEffectiveSortingRule() {
        return this.#rule;
    }

    /** `values` may hold several, divided by `|`. */
    addRefinementValues(attributeID, values) {
        const known = this.#refinements[attributeID] || [];
        this.#refinements[attributeID] = Array.from(new Set(known.concat(String(values).split('|'))));
    }

    removeRefinementValues(attributeID, values) {
        const unwanted = String(values).split('|');
        const left = this.getRefinementValues(attributeID).toArray().filter((value) => !unwanted.includes(value));
        this.#refinements[attributeID] = left;
    }

    getRefinementValues(attributeID) {
        return new ArrayList((this.#refinements[attributeID] || []).slice());
    }

    isRefinedByAttribute(attributeID) {
        return (this.#refinements[attributeID] || []).length > 0;
    }

    isRefinedByAttributeValue(attributeID, value) {
        return (this.#refinements[attributeID] || []).includes(value);
    }

    isRefinedByPrice() {
        return this.#priceMin !== null || this.#priceMax !== null;
    }

    isRefinedSearch() {
        return this.isRefinedByPrice() || Object.keys(this.#refinements).some((id) => this.isRefinedByAttribute(id));
    }

    isCategorySearch() {
        return this.#category !== null && !this.#phrase;
    }

    isEmptyQuery() {
        return !this.#phrase && this.#category === null && !this.isRefinedSearch();
    }

    search() {
        this.#result = host.call('catalog.search', {
            phrase: this.#phrase,
            category: this.#category,
            refinements: this.#refinements,
            price_min: this.#priceMin,
            price_max: this.#priceMax,
            sort: this.#rule ? this.#rule.ID : null,
            locale: request.locale
        });
        return new Status(Status.OK);
    }

    #found() {
        return this.#result || { ids: [], refinements: [] };
    }

    getCount() {
        return this.#found().ids.length;
    }

    getProductSearchHits() {
        return new SeekableIterator(this.#found().ids.map((id) => new ProductSearchHit(id)));
    }

    getRefinements() {
        return new ProductSearchRefinements(this, this.#found().refinements);
    }

    #url(action, change) {
        const url = URLUtils.url(action);
        const wanted = Object.assign({}, this.#refinements);
        change(wanted);
        this.#appendBasics(url);
        Object.keys(wanted).filter((id) => wanted[id].length).forEach((id, index) => {
            url.append(`prefn${index + 1}`, id).append(`prefv${index + 1}`, wanted[id].join('|'));
        });
        return url;
    }

    #appendBasics(url) {
        const basics = { q: this.#phrase, cgid: this.#category, pmin: this.#priceMin, pmax: this.#priceMax,
            srule: this.#rule ? this.#rule.ID : null };
        Object.keys(basics).filter((name) => basics[name] !== null).forEach((name) => url.append(name, basics[name]));
    }

    url(action) {
        return this.#url(action, () => {});
    }

    urlRefineAttributeValue(action, attributeID, value) {
        return this.#url(action, (wanted) => {
            wanted[attributeID] = (wanted[attributeID] || []).concat(value);
        });
    }

    urlRelaxAttributeValue(action, attributeID, value) {
        return this.#url(action, (wanted) => {
            wanted[attributeID] = (wanted[attributeID] || []).filter((entry) => entry !== value);
        });
    }

    urlRefineCategory(action, id) {
        return URL.of(this.url(action).remove('cgid')).append('cgid', id);
    }

    urlSortingRule(action, rule) {
        return URL.of(this.url(action).remove('srule')).append('srule', rule.ID);
    }

    toString() {
        return `[ProductSearchModel phrase=${this.#phrase} category=${this.#category}]`;
    }
}

module.exports = define(ProductSearchModel, 'dw.catalog.ProductSearchModel', {
    get: {
        searchPhrase: { get: (model) => model.getSearchPhrase() },
        categoryID: { get: (model) => model.getCategoryID() },
        category: (model) => model.getCategory(),
        priceMin: { get: (model) => model.getPriceMin() },
        priceMax: { get: (model) => model.getPriceMax() },
        sortingRule: { get: (model) => model.getSortingRule() },
        count: (model) => model.getCount(),
        productSearchHits: (model) => model.getProductSearchHits(),
        refinements: (model) => model.getRefinements()
    },
    is: {
        refinedSearch: (model) => model.isRefinedSearch(),
        refinedByPrice: (model) => model.isRefinedByPrice(),
        categorySearch: (model) => model.isCategorySearch(),
        emptyQuery: (model) => model.isEmptyQuery()
    }
});
