'use strict';

const { gettersOf, isApart } = require('./bean');

const PLATFORM_DEEPEST = 3;

/** How values that have a form of their own appear in a template; null for those that are walked. */
function leaf(value) {
    if (value === null || value === undefined || typeof value === 'function' || typeof value === 'symbol') {
        return { value: null };
    }
    if (typeof value !== 'object') {
        return { value: typeof value === 'bigint' ? String(value) : value };
    }
    if (value instanceof Date) {
        return { value: value.toISOString() };
    }
    return null;
}

function readable(value, names) {
    const own = Object.keys(value);
    const listed = (names || []).filter((name) => !isApart(value, name));
    return own.concat(listed).filter((name) => typeof value[name] !== 'function');
}

/** A copy of plain data, without circles and without end. */
class Copy {
    #above = new Set();
    #deepest;
    #platform = 0;

    constructor(deepest) {
        this.#deepest = deepest;
    }

    of(value) {
        const simple = leaf(value);
        if (simple) {
            return simple.value;
        }
        if (this.#above.has(value) || this.#above.size >= this.#deepest) {
            return null;
        }
        this.#above.add(value);
        const copy = this.#walk(value);
        this.#above.delete(value);
        return copy;
    }

    #walk(value) {
        if (typeof value.toJSON === 'function') {
            return this.of(value.toJSON());
        }
        if (typeof value[Symbol.iterator] === 'function') {
            return Array.from(value, (element) => this.of(element));
        }
        const names = gettersOf(value);
        return names ? this.#platformObject(value, names) : this.#properties(value, readable(value, null), {});
    }

    #platformObject(value, names) {
        const copy = { text: String(value) };
        if (typeof value.toFormattedString === 'function') {
            return Object.assign(copy, { value: value.value, currencyCode: value.currencyCode, formatted: value.toFormattedString() });
        }
        if (this.#platform >= PLATFORM_DEEPEST) {
            return copy;
        }
        this.#platform += 1;
        this.#properties(value, readable(value, names), copy);
        this.#platform -= 1;
        return copy;
    }

    #properties(value, names, copy) {
        names.forEach((name) => {
            copy[name] = this.of(value[name]);
        });
        return copy;
    }
}

/**
 * What a template or a JSON answer may see of `value`: plain data. Platform objects become objects of
 * their properties with their `text`, collections lists, money its amount and `formatted` text. What
 * nests deeper than `deepest` is null.
 */
function plain(value, deepest = Infinity) {
    return new Copy(deepest).of(value);
}

module.exports = { plain };
