'use strict';

const { define } = require('../../internal/bean');

const NUMBER = /^\s*([+-]?\d+)\s*$/;
const WORD = 2n ** 32n;

function parsed(value) {
    if (typeof value === 'number' && Number.isFinite(value)) {
        return BigInt(Math.trunc(value));
    }
    const [, digits] = NUMBER.exec(String(value)) || [];
    if (digits === undefined) {
        throw new TypeError(`Not a whole number: ${value}`);
    }
    return digits[0] === '-' ? -BigInt(digits.slice(1)) : BigInt(digits.replace('+', ''));
}

/** A whole number of any length. */
class BigInteger {
    #value;

    constructor(value = 0) {
        this.#value = value instanceof BigInteger ? value.#value : parsed(value);
    }

    static #of(value) {
        const made = new BigInteger();
        made.#value = value;
        return made;
    }

    add(other) {
        return BigInteger.#of(this.#value + new BigInteger(other).#value);
    }

    subtract(other) {
        return BigInteger.#of(this.#value - new BigInteger(other).#value);
    }

    multiply(other) {
        return BigInteger.#of(this.#value * new BigInteger(other).#value);
    }

    /** Without the remainder. */
    divide(other) {
        const divisor = new BigInteger(other).#value;
        if (divisor === 0n) {
            throw new RangeError('Division by zero');
        }
        return BigInteger.#of(this.#value / divisor);
    }

    negate() {
        return BigInteger.#of(-this.#value);
    }

    abs() {
        return this.#value < 0n ? this.negate() : this;
    }

    equals(other) {
        return other !== null && other !== undefined && new BigInteger(other).#value === this.#value;
    }

    get() {
        return Number(this.#value);
    }

    valueOf() {
        return this.get();
    }

    /** The same for the same number, as for Java's: its words of 32 bits, the first one first. */
    hashCode() {
        const words = [];
        for (let rest = this.abs().#value; rest > 0n; rest /= WORD) {
            words.unshift(Number(rest % WORD));
        }
        const hash = words.reduce((sum, word) => (Math.imul(31, sum) + word) % (2 ** 32) | 0, 0);
        return this.#value < 0n ? -hash | 0 : hash;
    }

    toString() {
        return this.#value.toString();
    }
}

module.exports = define(BigInteger, 'dw.util.BigInteger', {});
