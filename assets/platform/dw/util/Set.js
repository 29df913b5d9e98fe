'use strict';

const { held, define } = require('../../internal/bean');
const Collection = require('dw/util/Collection');

/** Elements of which no two are equal, in the order in which they came. */
class DistinctSet extends Collection {
    add1(element) {
        return !this.contains(element) && super.add1(element);
    }

    contains(element) {
        return element === null || typeof element !== 'object'
            ? this[held].includes(element)
            : super.contains(element);
    }

    clone() {
        return new this.constructor(this[held]);
    }

    toString() {
        return `[${this[held].map(String).join(', ')}]`;
    }
}

DistinctSet.EMPTY_SET = Object.freeze(new DistinctSet());

module.exports = define(DistinctSet, 'dw.util.Set', {
    size: (set) => set.getLength(),
    at: (set, index) => set[held][index]
});
