'use strict';

const { held, define } = require('../../internal/bean');
const { BY } = require('../../internal/filters');
const Collection = require('dw/util/Collection');

/** A collection that is narrowed and ordered by the constants of the class it comes from. */
class FilteringCollection extends Collection {
    #keyOf;

    /** `keyOf` reads the key by which a map has an element. */
    constructor(elements, keyOf) {
        super();
        this[held] = elements;
        this.#keyOf = keyOf;
    }

    #of(elements) {
        return new FilteringCollection(elements, this.#keyOf);
    }

    select(qualifier) {
        return this.#of(this[held].filter(qualifier.select));
    }

    sort(orderBy) {
        return this.#of(orderBy.sort(this[held].slice()));
    }

    asMap() {
        const map = new (require('dw/util/LinkedHashMap'))();
        this[held].forEach((element) => map.put(this.#keyOf(element), element));
        return map;
    }
}

module.exports = define(FilteringCollection, 'dw.util.FilteringCollection', {
    constants: { ORDERBY_REVERSE: BY.ORDERBY_REVERSE },
    size: (collection) => collection.getLength(),
    at: (collection, index) => collection[held][index]
});
