'use strict';

const { held, define } = require('../../internal/bean');
const { ordering } = require('../../internal/equality');
const DistinctSet = require('dw/util/Set');

/** A set in the order of a comparator, or in natural order: `new SortedSet([comparator | elements])`. */
class SortedSet extends DistinctSet {
    #order;

    constructor(source) {
        super();
        const elements = source && typeof source === 'object' && Symbol.iterator in source;
        this.#order = ordering(elements ? null : source);
        this.addAll(elements ? source : []);
    }

    add1(element) {
        const changed = super.add1(element);
        this[held].sort(this.#order);
        return changed;
    }

    first() {
        return this[held].length ? this[held][0] : null;
    }

    last() {
        return this[held].length ? this[held][this[held].length - 1] : null;
    }
}

module.exports = define(SortedSet, 'dw.util.SortedSet', {
    size: (set) => set.getLength(),
    at: (set, index) => set[held][index]
});
