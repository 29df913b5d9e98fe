'use strict';

const { manager } = require('../../internal/bean');

function isEqual(left, right) {
    return left === right || Boolean(left && left.equals && left.equals(right));
}

function check(holds, message, fallback) {
    if (!holds) {
        throw new Error(message || fallback);
    }
}

/** Checks that throw when they fail. */
class Assert {
    static areEqual(left, right, message) {
        check(isEqual(left, right), message, `${left} is not equal to ${right}`);
    }

    static areNotEqual(left, right, message) {
        check(!isEqual(left, right), message, `${left} is equal to ${right}`);
    }

    static areSame(left, right, message) {
        check(left === right, message, `${left} is not ${right}`);
    }

    static isTrue(value, message) {
        check(value === true, message, `${value} is not true`);
    }

    static isFalse(value, message) {
        check(value === false, message, `${value} is not false`);
    }

    static isNotNull(value, message) {
        check(value !== null && value !== undefined, message, 'a value is null');
    }

    static isNull(value, message) {
        check(value === null || value === undefined, message, `${value} is not null`);
    }

    static isNotEmpty(value, message) {
        check(!empty(value), message, 'a value is empty');
    }

    static isEmpty(value, message) {
        check(empty(value), message, `${value} is not empty`);
    }

    static isInstanceOf(Class, value, message) {
        check(value instanceof Class, message, `${value} is no ${Class}`);
    }

    static fail(message) {
        throw new Error(message || 'failed');
    }
}

module.exports = manager(Assert, 'dw.util.Assert');
