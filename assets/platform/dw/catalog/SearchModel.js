'use strict';

const { define } = require('../../internal/bean');
const shop = require('../../internal/shop');
const ArrayList = require('dw/util/ArrayList');

const states = new WeakMap();

function stateOf(model) {
    if (!states.has(model)) {
        states.set(model, { phrase: null, refinements: {} });
    }
    return states.get(model);
}

/** Names of attributes with their values as parameters of an address: `prefn1=color&prefv1=red`. */
function withRefinements(url, refinements) {
    Object.keys(refinements).filter((id) => refinements[id].length > 0).forEach((id, index) => {
        url.append(`prefn${index + 1}`, id).append(`prefv${index + 1}`, refinements[id].join('|'));
    });
    return url;
}

/** What searches for products and for content have in common: words, and attributes that results are narrowed by. */
class SearchModel {
    /** Where a search for these words leads instead. */
    static getSearchRedirect(phrase) {
        const wanted = String(phrase).trim().toLowerCase();
        const found = shop.list('search-redirect').find(({ phrases = [] }) => phrases.some((each) => String(each).toLowerCase() === wanted));
        return found === undefined ? null : new (require('dw/web/URLRedirect'))(found.url, 301);
    }

    getSearchPhrase() {
        return stateOf(this).phrase;
    }

    setSearchPhrase(phrase) {
        stateOf(this).phrase = phrase === null || phrase === undefined ? null : String(phrase);
    }

    getCount() {
        return 0;
    }

    isEmptyQuery() {
        return !this.getSearchPhrase() && !this.isRefinedSearch();
    }

    /** `values` may hold several, divided by `|`. */
    addRefinementValues(id, values) {
        const { refinements } = stateOf(this);
        refinements[id] = Array.from(new Set((refinements[id] || []).concat(String(values).split('|'))));
    }

    setRefinementValues(id, values) {
        this.getRefinementValues(id).toArray().forEach((value) => this.removeRefinementValues(id, value));
        if (values !== null && values !== undefined && values !== '') {
            this.addRefinementValues(id, values);
        }
    }

    removeRefinementValues(id, values) {
        const { refinements } = stateOf(this);
        const unwanted = String(values).split('|');
        refinements[id] = (refinements[id] || []).filter((value) => !unwanted.includes(value));
    }

    getRefinementValues(id) {
        return new ArrayList((stateOf(this).refinements[id] || []).slice());
    }

    getRefinementValue(id) {
        const values = this.getRefinementValues(id);
        return values.length > 0 ? values.toArray()[0] : null;
    }

    /** Whether it is refined by an attribute, or by any at all. */
    isRefinedByAttribute(id) {
        const ids = id === undefined ? Object.keys(stateOf(this).refinements) : [id];
        return ids.some((each) => this.getRefinementValues(each).length > 0);
    }

    isRefinedByAttributeValue(id, value) {
        return this.getRefinementValues(id).toArray().includes(value);
    }

    isRefinedSearch() {
        return Object.keys(stateOf(this).refinements).some((id) => stateOf(this).refinements[id].length > 0);
    }

    /** The address of `action` with what this search is for, and `refinements` instead of its own. */
    address(action, refinements = stateOf(this).refinements) {
        const url = require('dw/web/URLUtils').url(action);
        if (this.getSearchPhrase()) {
            url.append('q', this.getSearchPhrase());
        }
        return withRefinements(url, refinements);
    }

    url(action) {
        return this.address(action);
    }

    #changed(action, id, change) {
        const { refinements } = stateOf(this);
        return this.address(action, Object.assign({}, refinements, { [id]: change(refinements[id] || []) }));
    }

    urlRefineAttribute(action, id, value) {
        return this.#changed(action, id, () => [value]);
    }

    urlRefineAttributeValue(action, id, value) {
        return this.#changed(action, id, (values) => values.concat(value));
    }

    urlRelaxAttribute(action, id) {
        return this.#changed(action, id, () => []);
    }

    urlRelaxAttributeValue(action, id, value) {
        return this.#changed(action, id, (values) => values.filter((each) => each !== value));
    }
}

Object.defineProperty(SearchModel.prototype, 'address', { enumerable: false });

module.exports = define(SearchModel, 'dw.catalog.SearchModel', {
    get: {
        searchPhrase: { get: (model) => model.getSearchPhrase() },
        count: (model) => model.getCount()
    },
    is: {
        emptyQuery: (model) => model.isEmptyQuery(),
        refinedByAttribute: (model) => model.isRefinedByAttribute(),
        refinedSearch: (model) => model.isRefinedSearch()
    }
});
