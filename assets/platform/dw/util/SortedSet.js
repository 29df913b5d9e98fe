'use strict';

const { held, define } = require('../../internal/bean');
const { identity, ordering } = require('../../internal/equality');
const { within } = require('../../internal/ranges');
const DistinctSet = require('dw/util/Set');

/** A set in the order of a comparator, which tells elements apart, too, or in natural order: `new SortedSet([comparator | elements])`. */
class SortedSet extends DistinctSet {
    #order;
    #isSame;

    constructor(source) {
        super();
        const elements = source && typeof source === 'object' && Symbol.iterator in source;
        this.#order = ordering(elements ? null : source);
        this.#isSame = identity(elements ? null : source);
        this.addAll(elements ? source : []);
    }

    contains(element) {
        return this[held].some((each) => this.#isSame(each, element));
    }

    remove(element) {
        const found = this[held].find((each) => this.#isSame(each, element));
        return found !== undefined && super.remove(found);
    }

    /** Ordered in the same way. */
    clone() {
        const copy = new SortedSet();
        copy.#order = this.#order;
        copy.#isSame = this.#isSame;
        copy.addAll(this);
        return copy;
    }

    add1(element) {
        const changed = super.add1(element);
        this[held].sort(this.#order);
        return changed;
    }

    /** The part of it that is in a range: what changes in one of both does in the other. */
    #range(isIn) {
        const part = new SortedSet();
        part.#order = this.#order;
        part.#isSame = this.#isSame;
        Object.defineProperty(part, held, {
            get: () => this[held].filter(isIn),
            set: (elements) => { this[held] = this[held].filter((each) => !isIn(each) || elements.includes(each)); }
        });
        const own = {
            add1: (element) => this.add1(within(isIn, element)),
            remove: (element) => isIn(element) && this.remove(element),
            clear: () => { part[held] = []; }
        };
        Object.keys(own).forEach((name) => Object.defineProperty(part, name, { value: own[name] }));
        return part;
    }

    headSet(to) {
        return this.#range((element) => this.#order(element, to) < 0);
    }

    tailSet(from) {
        return this.#range((element) => this.#order(element, from) >= 0);
    }

    subSet(from, to) {
        return this.#range((element) => this.#order(element, from) >= 0 && this.#order(element, to) < 0);
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
