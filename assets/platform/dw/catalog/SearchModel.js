'use strict';

const { define } = require('../../internal/bean');
const { isGiven, withRefinements } = require('../../internal/searched');
const shop = require('../../internal/shop');
const ArrayList = require('dw/util/ArrayList');

const states = new WeakMap();

/** Values by names that come from outside, such as `constructor`. */
function named(...parts) {
    return Object.assign(Object.create(null), ...parts);
}

function without(values, name) {
    const others = named(values);
    delete others[name];
    return others;
}

function stateOf(model) {
    if (!states.has(model)) {
        states.set(model, { phrase: null, refinements: named(), ranges: named(), order: named() });
    }
    return states.get(model);
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

    /** Attributes with the values that are looked for. */
    refinedValues() {
        return stateOf(this).refinements;
    }

    /** Attributes with the lowest and the highest value that is looked for, either of which may be null. */
    ranges() {
        return stateOf(this).ranges;
    }

    /** Attributes that are sorted by, with their directions. */
    order() {
        return stateOf(this).order;
    }

    /** In the place of values that were looked for; without an end there is no range any more. */
    setRefinementValueRange(id, least, most) {
        const { ranges } = stateOf(this);
        this.setRefinementValues(id, null);
        delete ranges[id];
        if (isGiven(least) || isGiven(most)) {
            ranges[id] = [least, most].map((end) => (isGiven(end) ? String(end) : null));
        }
    }

    getRefinementMinValue(id) {
        return (this.ranges()[id] || [null])[0];
    }

    getRefinementMaxValue(id) {
        return (this.ranges()[id] || [null, null])[1];
    }

    /** By any range, or by the one of these ends. */
    isRefinementByValueRange(id, ...ends) {
        const range = this.ranges()[id];
        return range !== undefined && ends.every((end, at) => range[at] === (isGiven(end) ? String(end) : null));
    }

    getSortingCondition(id) {
        return this.order()[id] || SearchModel.SORT_DIRECTION_NONE;
    }

    /** The first attribute that is set is sorted by first. */
    setSortingCondition(id, direction) {
        const order = this.order();
        delete order[id];
        if ([SearchModel.SORT_DIRECTION_ASCENDING, SearchModel.SORT_DIRECTION_DESCENDING].includes(direction)) {
            order[id] = direction;
        }
    }

    /** What is looked for, each thing by itself. */
    criteria() {
        const refinements = this.refinedValues();
        return [this.getSearchPhrase()].concat(Object.keys(refinements).filter((id) => refinements[id].length > 0), Object.keys(this.ranges())).filter(Boolean);
    }

    /** Whether something is looked for still when one thing is not any more. */
    canRelax() {
        return this.criteria().length > 1;
    }

    isEmptyQuery() {
        return !this.getSearchPhrase() && !this.isRefinedSearch();
    }

    /** `values` may hold several, divided by `|`. */
    addRefinementValues(id, values) {
        const refinements = this.refinedValues();
        refinements[id] = Array.from(new Set((refinements[id] || []).concat(String(values).split('|'))));
    }

    setRefinementValues(id, values) {
        this.getRefinementValues(id).toArray().forEach((value) => this.removeRefinementValues(id, value));
        if (values !== null && values !== undefined && values !== '') {
            this.addRefinementValues(id, values);
        }
    }

    removeRefinementValues(id, values) {
        const refinements = this.refinedValues();
        const unwanted = String(values).split('|');
        refinements[id] = (refinements[id] || []).filter((value) => !unwanted.includes(value));
    }

    getRefinementValues(id) {
        return new ArrayList((this.refinedValues()[id] || []).slice());
    }

    getRefinementValue(id) {
        const values = this.getRefinementValues(id);
        return values.length > 0 ? values.toArray()[0] : null;
    }

    /** Whether it is refined by an attribute, or by any at all. */
    isRefinedByAttribute(id) {
        const [ranges, refinements] = [this.ranges(), this.refinedValues()];
        const ids = id === undefined ? Object.keys(refinements).concat(Object.keys(ranges)) : [id];
        return ids.some((each) => (refinements[each] || []).length > 0 || each in ranges);
    }

    isRefinedByAttributeValue(id, value) {
        return this.getRefinementValues(id).toArray().includes(value);
    }

    isRefinedSearch() {
        return this.isRefinedByAttribute();
    }

    /** The address of `action`, or one that was given, with what this search is for, and `refinements` instead of its own. */
    address(action, refinements = this.refinedValues()) {
        const url = require('dw/web/URL').begun(action);
        if (this.getSearchPhrase()) {
            url.append('q', this.getSearchPhrase());
        }
        return withRefinements(url, refinements, this.ranges(), this.order());
    }

    url(action) {
        return this.address(action);
    }

    #changed(action, id, change) {
        const wanted = named(this.refinedValues());
        wanted[id] = change(wanted[id] || []);
        return this.address(action, wanted);
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

    /** The address of this search with something else for the moment. */
    #with(state, values, action) {
        const before = this[state]();
        stateOf(this)[state] = values;
        try {
            return this.url(action);
        } finally {
            stateOf(this)[state] = before;
        }
    }

    urlRefineAttributeValueRange(action, id, least, most) {
        const ranges = without(this.ranges(), id);
        ranges[id] = [least, most].map((end) => (isGiven(end) ? String(end) : null));
        return this.#with('ranges', ranges, action);
    }

    urlSort(action, id, direction = SearchModel.SORT_DIRECTION_ASCENDING) {
        const order = named();
        order[id] = direction;
        return this.#with('order', order, action);
    }

    urlDefaultSort(action) {
        return this.#with('order', named(), action);
    }
}

['address', 'criteria', 'order', 'ranges', 'refinedValues'].forEach((name) => Object.defineProperty(SearchModel.prototype, name, { enumerable: false }));

module.exports = define(SearchModel, 'dw.catalog.SearchModel', {
    get: {
        searchPhrase: true,
        count: true
    },
    constants: { SEARCH_PHRASE_PARAMETER: 'q', SORT_DIRECTION_NONE: 0, SORT_DIRECTION_ASCENDING: 1, SORT_DIRECTION_DESCENDING: 2 },
    is: {
        emptyQuery: true,
        refinedByAttribute: true,
        refinedSearch: true
    }
});
