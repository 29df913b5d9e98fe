'use strict';

const { define } = require('../../internal/bean');

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

    toString() {
        return `${this.#key}=${this.getValue()}`;
    }
}

module.exports = define(MapEntry, 'dw.util.MapEntry', {
    get: { key: (entry) => entry.getKey(), value: (entry) => entry.getValue() }
});
