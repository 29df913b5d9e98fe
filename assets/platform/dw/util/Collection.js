'use strict';

const { held, define, fallback } = require('../../internal/bean');
const { same } = require('../../internal/equality');
const Iterator = require('dw/util/Iterator');

const INDEX = /^(?:0|[1-9]\d*)$/;

function keep(collection, test) {
    const before = collection[held].length;
    collection[held] = collection[held].filter(test);
    return collection[held].length !== before;
}

/** What all collections share. The elements stand in an array behind `held`. */
class Collection {
    #isCollection = true;

    /** The elements of a collection, or nothing of anything else, which isn't asked for any of its properties. */
    static elementsOf(value) {
        return typeof value === 'object' && value !== null && #isCollection in value ? value[held] : undefined;
    }

    constructor() {
        Object.defineProperty(this, held, { value: [], writable: true, configurable: true });
    }

    getLength() {
        return this[held].length;
    }

    size() {
        return this.getLength();
    }

    isEmpty() {
        return this.getLength() === 0;
    }

    iterator() {
        return new Iterator(this);
    }

    toArray(start, size) {
        const all = Array.from(this);
        const first = Math.max(Number(start) || 0, 0);
        return size === undefined ? all.slice(first) : all.slice(first, first + Math.max(size, 0));
    }

    contains(element) {
        return this.toArray().some((member) => same(member, element));
    }

    containsAll(elements) {
        return Array.from(elements).every((element) => this.contains(element));
    }

    /** The elements of an array, if there is nothing else. */
    add(...elements) {
        return this.addAll(elements.length === 1 && Array.isArray(elements[0]) ? elements[0] : elements);
    }

    add1(element) {
        this[held].push(element);
        return true;
    }

    addAll(elements) {
        let changed = false;
        for (const element of elements) {
            changed = this.add1(element) || changed;
        }
        return changed;
    }

    remove(element) {
        const index = this[held].findIndex((member) => same(member, element));
        if (index >= 0) {
            this[held].splice(index, 1);
        }
        return index >= 0;
    }

    removeAll(elements) {
        const unwanted = Array.from(elements);
        return keep(this, (member) => !unwanted.some((element) => same(member, element)));
    }

    retainAll(elements) {
        const wanted = Array.from(elements);
        return keep(this, (member) => wanted.some((element) => same(member, element)));
    }

    clear() {
        this[held].length = 0;
    }

    toJSON() {
        return this.toArray();
    }

    toString() {
        return `[Collection size=${this.getLength()}]`;
    }

    * [Symbol.iterator]() {
        for (let index = 0; index < this[held].length; index += 1) {
            yield this[held][index];
        }
    }
}

// `list[0]` reads an element, as on the platform. Methods of arrays ask for indices below its length alone.
Object.setPrototypeOf(Collection.prototype, fallback(
    Object.prototype,
    (collection, name) => (INDEX.test(name) && collection[held] ? collection[held][name] : undefined),
    null,
    (name) => INDEX.test(name)
));

module.exports = define(Collection, 'dw.util.Collection', {
    get: { length: true },
    is: { empty: true },
    size: (collection) => collection.getLength(),
    at: (collection, index) => collection[held][index]
});
