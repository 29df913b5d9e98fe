'use strict';

/** What `<isloop>` goes through, with its status. */

const { nodeOf } = require('./xmlNames');

function* ofIterator(iterator) {
    while (iterator.hasNext()) {
        yield iterator.next();
    }
}

function whole(value, otherwise) {
    const number = value === undefined || value === null || value === '' ? otherwise : Number(value);
    return Number.isNaN(number) ? otherwise : Math.trunc(number);
}

function* numbers(begin, end) {
    for (let number = begin; number <= end; number += 1) {
        yield number;
    }
}

/** The elements of a collection, an iterator, an array, a map or an object; nothing has none. */
function elementsOf(items) {
    if (items === null || items === undefined || items === '') {
        return [];
    }
    const isObject = typeof items === 'object' || items[nodeOf] !== undefined;
    // XML first, which answers for any name: it can be gone through.
    if (isObject && typeof items[Symbol.iterator] === 'function') {
        return items;
    }
    if (isObject && typeof items.hasNext === 'function') {
        return ofIterator(items);
    }
    if (isObject) {
        return Object.values(items);
    }
    throw new TypeError(`<isloop> can't go through ${items}`);
}

function statusOf(index, count, last) {
    return { count, index, first: count === 1, last, odd: count % 2 === 1, even: count % 2 === 0 };
}

/**
 * `[element, status]` of each round. `begin` and `end` are indices, both of them included. A tag that names what it goes
 * through counts nothing, also when there is nothing to go through.
 */
function* rounds(attributes) {
    const { items, iterator, begin, end, step } = attributes;
    const from = Math.max(0, whole(begin, 0));
    const counts = !('items' in attributes || 'iterator' in attributes);
    // What counts to nothing has no rounds.
    const to = whole(end, counts ? -1 : Infinity);
    const width = Math.max(1, whole(step, 1));
    let index = counts ? from - 1 : -1;
    let count = 0;
    let waiting;
    for (const element of counts ? numbers(from, to) : elementsOf(items === undefined ? iterator : items)) {
        index += 1;
        if (index > to) {
            break;
        }
        if (index >= from && (index - from) % width === 0) {
            if (waiting) {
                yield [waiting.element, statusOf(waiting.index, count, false)];
            }
            count += 1;
            waiting = { element, index };
        }
    }
    if (waiting) {
        yield [waiting.element, statusOf(waiting.index, count, true)];
    }
}

module.exports = { rounds, ofIterator, elementsOf };
