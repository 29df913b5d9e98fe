'use strict';

const { held, define } = require('../../internal/bean');
const { same, ordering } = require('../../internal/equality');
const Collection = require('dw/util/Collection');

/** An index below a number of elements, that of the list unless another one is given. */
function checked(list, index, count = list[held].length) {
    if (!(index >= 0 && index < count)) {
        throw new RangeError(`Index: ${index}, Size: ${list[held].length}`);
    }
    return index;
}

function like(elements) {
    const ArrayList = require('dw/util/ArrayList');
    return new ArrayList(elements);
}

/** Elements in an order of their own. */
class List extends Collection {
    get(index) {
        return this[held][checked(this, index)];
    }

    set(index, element) {
        const before = this.get(index);
        this[held][index] = element;
        return before;
    }

    addAt(index, element) {
        this[held].splice(checked(this, index, this[held].length + 1), 0, element);
    }

    removeAt(index) {
        return this[held].splice(checked(this, index), 1)[0];
    }

    indexOf(element) {
        return this[held].findIndex((member) => same(member, element));
    }

    lastIndexOf(element) {
        for (let index = this[held].length - 1; index >= 0; index -= 1) {
            if (same(this[held][index], element)) {
                return index;
            }
        }
        return -1;
    }

    subList(from, to) {
        return like(this[held].slice(from, to));
    }

    slice(from, to) {
        return this.subList(from, to);
    }

    concat(...others) {
        const isList = (other) => other !== null && typeof other === 'object' && Symbol.iterator in other;
        return like(this[held].concat(...others.map((other) => (isList(other) ? Array.from(other) : [other]))));
    }

    push(...elements) {
        this[held].push(...elements);
        return this[held].length;
    }

    pop() {
        return this[held].length ? this[held].pop() : null;
    }

    shift() {
        return this[held].length ? this[held].shift() : null;
    }

    unshift(...elements) {
        return this[held].unshift(...elements);
    }

    fill(element) {
        this[held].fill(element);
    }

    /** With a comma between them unless there is something else. */
    join(separator) {
        return this[held].join(separator === null ? undefined : separator);
    }

    replaceAll(before, after) {
        const elements = this[held];
        const found = elements.some((element) => same(element, before));
        this[held] = elements.map((element) => (same(element, before) ? after : element));
        return found;
    }

    reverse() {
        this[held].reverse();
    }

    rotate(distance) {
        const elements = this[held];
        const shift = elements.length ? ((distance % elements.length) + elements.length) % elements.length : 0;
        this[held] = elements.slice(elements.length - shift).concat(elements.slice(0, elements.length - shift));
    }

    shuffle() {
        for (let index = this[held].length - 1; index > 0; index -= 1) {
            this.swap(index, Math.floor(Math.random() * (index + 1)));
        }
    }

    swap(left, right) {
        const element = this.get(left);
        this.set(left, this.set(right, element));
    }

    sort(comparator) {
        this[held].sort(ordering(comparator));
    }

    equals(other) {
        return other instanceof List && other.length === this.length
            && this[held].every((element, index) => same(element, other[held][index]));
    }

    toString() {
        return `[${this[held].map(String).join(', ')}]`;
    }
}

List.EMPTY_LIST = Object.freeze(new List());
Object.freeze(List.EMPTY_LIST[held]);

module.exports = define(List, 'dw.util.List', {
    get: {
        first: (list) => (list[held].length ? list[held][0] : null),
        last: (list) => (list[held].length ? list[held][list[held].length - 1] : null)
    },
    size: (list) => list.getLength(),
    at: (list, index) => list[held][index]
});
