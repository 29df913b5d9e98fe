'use strict';

/** Java's idea of equality: by value for platform values, by identity for the rest. */
function same(left, right) {
    if (left === right || (left !== left && right !== right)) {
        return true;
    }
    return Boolean(left) && typeof left === 'object' && typeof left.equals === 'function' && left.equals(right) === true;
}

/** The natural order: numbers and dates by size, the rest by `compareTo` or as text. */
function naturally(left, right) {
    if (left && typeof left.compareTo === 'function') {
        return left.compareTo(right);
    }
    if (left < right) {
        return -1;
    }
    return left > right ? 1 : 0;
}

/** A comparing function from a `PropertyComparator`, a function, or nothing. */
function ordering(comparator) {
    if (comparator && typeof comparator.compare === 'function') {
        return (left, right) => comparator.compare(left, right);
    }
    if (typeof comparator !== 'function') {
        return naturally;
    }
    return (left, right) => {
        const order = comparator(left, right);
        return typeof order === 'boolean' ? (order ? 1 : -1) : order;
    };
}

/** What tells elements apart that a comparator puts in order: those that it finds equal are the same, without one equal ones are. */
function identity(comparator) {
    if (comparator === null || comparator === undefined) {
        return same;
    }
    const order = ordering(comparator);
    return (left, right) => same(left, right) || Math.abs(order(left, right)) < 1;
}

module.exports = { same, naturally, ordering, identity };
