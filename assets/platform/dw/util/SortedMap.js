'use strict';

const { held, define } = require('../../internal/bean');
const { identity, ordering } = require('../../internal/equality');
const { within } = require('../../internal/ranges');
const JavaMap = require('dw/util/Map');

/** A map whose keys stand in the order of a comparator, which tells them apart, too, or in natural order. */
class SortedMap extends JavaMap {
    #order;
    #isSame;

    constructor(source) {
        super();
        this.#order = ordering(source instanceof JavaMap ? null : source);
        this.#isSame = identity(source instanceof JavaMap ? null : source);
        if (source instanceof JavaMap) {
            this.putAll(source);
        }
    }

    /** The key that it has and that is the same as this one; else this one. */
    #own(key) {
        return this[held].has(key) ? key : Array.from(this[held].keys()).find((each) => this.#isSame(each, key)) ?? key;
    }

    get(key) {
        return super.get(this.#own(key));
    }

    containsKey(key) {
        return super.containsKey(this.#own(key));
    }

    remove(key) {
        return super.remove(this.#own(key));
    }

    /** Ordered in the same way. */
    clone() {
        const copy = new SortedMap();
        copy.#order = this.#order;
        copy.#isSame = this.#isSame;
        copy.putAll(this);
        return copy;
    }

    put(given, value) {
        const key = this.#own(given);
        const before = this.get(key);
        const known = this[held].has(key);
        this[held].set(key, value);
        if (!known) {
            this[held] = new Map(Array.from(this[held]).sort(([left], [right]) => this.#order(left, right)));
        }
        return before;
    }

    /** The part of it whose keys are of a range: what changes in one of both does in the other. */
    #range(isIn) {
        const part = new SortedMap();
        part.#order = this.#order;
        part.#isSame = this.#isSame;
        const keys = () => Array.from(this[held].keys()).filter(isIn);
        Object.defineProperty(part, held, { get: () => new Map(keys().map((key) => [key, this[held].get(key)])) });
        const own = {
            put: (key, value) => this.put(within(isIn, key), value),
            remove: (key) => (isIn(key) ? this.remove(key) : null),
            clear: () => keys().forEach((key) => this.remove(key))
        };
        Object.keys(own).forEach((name) => Object.defineProperty(part, name, { value: own[name] }));
        return part;
    }

    headMap(to) {
        return this.#range((key) => this.#order(key, to) < 0);
    }

    tailMap(from) {
        return this.#range((key) => this.#order(key, from) >= 0);
    }

    subMap(from, to) {
        return this.#range((key) => this.#order(key, from) >= 0 && this.#order(key, to) < 0);
    }

    firstKey() {
        return this.isEmpty() ? null : this[held].keys().next().value;
    }

    lastKey() {
        const keys = this.keySet().toArray();
        return keys.length ? keys[keys.length - 1] : null;
    }
}

module.exports = define(SortedMap, 'dw.util.SortedMap', {
    size: (map) => map.getLength(),
    at: JavaMap.entryAt
});
