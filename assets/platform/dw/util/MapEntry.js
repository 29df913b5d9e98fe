'use strict';

const { define } = require('../../internal/bean');
const { same } = require('../../internal/equality');

/** One pair of a map. */
class MapEntry {
    #map;
    #key;

    constructor(map, key) {
        this.#map = map;
        this.#key = key;
    }

    getKey() {
        return this.#key;
    }

    getValue() {
        return this.#map.get(this.#key);
    }

    setValue(value) {
        return this.#map.put(this.#key, value);
    }

    equals(other) {
        return other instanceof MapEntry && same(other.key, this.#key) && same(other.value, this.getValue());
    }

    toString() {
        return `${this.#key}=${this.getValue()}`;
    }
}

module.exports = define(MapEntry, 'dw.util.MapEntry', {
    get: { key: true, value: true }
});
