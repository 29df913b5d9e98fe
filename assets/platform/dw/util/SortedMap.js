'use strict';

const { held, define } = require('../../internal/bean');
const { ordering } = require('../../internal/equality');
const JavaMap = require('dw/util/Map');

/** A map whose keys stand in the order of a comparator, or in natural order. */
class SortedMap extends JavaMap {
    #order;

    constructor(source) {
        super();
        this.#order = ordering(source instanceof JavaMap ? null : source);
        if (source instanceof JavaMap) {
            this.putAll(source);
        }
    }

    put(key, value) {
        const before = this.get(key);
        const known = this[held].has(key);
        this[held].set(key, value);
        if (!known) {
            this[held] = new Map(Array.from(this[held]).sort(([left], [right]) => this.#order(left, right)));
        }
        return before;
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
