'use strict';

const { held, define, fallback } = require('../../internal/bean');
const { keysOf, valuesOf, entriesOf } = require('../../internal/mapViews');

/** Keys and their values in the order in which they came; `map.key` is `map.get('key')`, and `map.key = x` puts it. */
class JavaMap {
    constructor() {
        Object.defineProperty(this, held, { value: new Map(), writable: true, configurable: true });
    }

    getLength() {
        return this[held].size;
    }

    size() {
        return this[held].size;
    }

    isEmpty() {
        return this[held].size === 0;
    }

    get(key) {
        return this[held].has(key) ? this[held].get(key) : null;
    }

    put(key, value) {
        const before = this.get(key);
        this[held].set(key, value);
        return before;
    }

    putAll(other) {
        for (const [key, value] of pairs(other)) {
            this.put(key, value);
        }
    }

    remove(key) {
        const before = this.get(key);
        this[held].delete(key);
        return before;
    }

    clear() {
        this[held].clear();
    }

    containsKey(key) {
        return this[held].has(key);
    }

    containsValue(value) {
        return this.values().contains(value);
    }

    keySet() {
        return keysOf(this);
    }

    values() {
        return valuesOf(this);
    }

    entrySet() {
        return entriesOf(this);
    }

    clone() {
        const copy = new this.constructor();
        copy.putAll(this);
        return copy;
    }

    toJSON() {
        const plain = {};
        for (const [key, value] of this[held]) {
            plain[String(key)] = value;
        }
        return plain;
    }

    toString() {
        return `{${Array.from(this[held], ([key, value]) => `${key}=${value}`).join(', ')}}`;
    }

    [Symbol.iterator]() {
        return this.entrySet()[Symbol.iterator]();
    }
}

function pairs(source) {
    return source instanceof JavaMap ? source[held] : Object.entries(source);
}

Object.setPrototypeOf(JavaMap.prototype, fallback(Object.prototype, (map, name) => (
    map[held] && map[held].has(name) ? map[held].get(name) : undefined
), (map, name, value) => {
    if (map[held]) {
        map.put(name, value === undefined ? null : value);
    }
    return Boolean(map[held]);
}));

JavaMap.EMPTY_MAP = Object.freeze(new JavaMap());

/** How the debugger reads entry `index`: a pair of key and value. */
function entryAt(map, index) {
    const key = keyAt(map[held], index);
    return { key, value: map[held].get(key) };
}

/** Pages come in order, so the walk goes on from where the last one ended. */
const walks = new WeakMap();

function keyAt(entries, index) {
    let walk = walks.get(entries);
    if (!walk || walk.next > index || walk.size !== entries.size) {
        walk = { keys: entries.keys(), next: 0, size: entries.size };
        walks.set(entries, walk);
    }
    let key;
    while (walk.next <= index) {
        key = walk.keys.next().value;
        walk.next += 1;
    }
    return key;
}

module.exports = define(JavaMap, 'dw.util.Map', {
    get: { length: true },
    is: { empty: true },
    size: (map) => map.getLength(),
    at: entryAt
});
JavaMap.entryAt = entryAt;
