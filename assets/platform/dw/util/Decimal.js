'use strict';

const { define } = require('../../internal/bean');
const { hashOf } = require('../../internal/hashes');

const SIGNIFICANT = 34;

function power(exponent) {
    return 10n ** BigInt(exponent);
}

function digitsOf(unscaled) {
    return (unscaled < 0n ? -unscaled : unscaled).toString().length;
}

/** Half away from zero, which is how amounts are rounded. */
function divideRounded(dividend, divisor) {
    const negative = (dividend < 0n) !== (divisor < 0n);
    const top = dividend < 0n ? -dividend : dividend;
    const bottom = divisor < 0n ? -divisor : divisor;
    const quotient = (top * 2n + bottom) / (bottom * 2n);
    return negative ? -quotient : quotient;
}

function parsed(text) {
    const match = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?\s*$/.exec(text);
    if (!match || !(match[2] || match[3])) {
        throw new TypeError(`Not a decimal number: ${text}`);
    }
    const fraction = match[3] || '';
    let unscaled = BigInt((match[2] || '') + fraction);
    let scale = fraction.length - Number(match[4] || 0);
    if (scale < 0) {
        unscaled *= power(-scale);
        scale = 0;
    }
    return { unscaled: match[1] === '-' ? -unscaled : unscaled, scale };
}

/** An exact decimal number: `unscaled / 10^scale`. Only division rounds, to 34 significant digits. */
class Decimal {
    #unscaled;
    #scale;

    constructor(value = 0) {
        const number = value instanceof Decimal ? value.#parts() : parsed(String(value));
        this.#unscaled = number.unscaled;
        this.#scale = number.scale;
    }

    #parts() {
        return { unscaled: this.#unscaled, scale: this.#scale };
    }

    static #of(unscaled, scale) {
        const decimal = new Decimal();
        decimal.#unscaled = unscaled;
        decimal.#scale = scale;
        return decimal;
    }

    #aligned(other) {
        const right = new Decimal(other);
        const scale = Math.max(this.#scale, right.#scale);
        return {
            scale,
            left: this.#unscaled * power(scale - this.#scale),
            right: right.#unscaled * power(scale - right.#scale)
        };
    }

    add(other) {
        const { left, right, scale } = this.#aligned(other);
        return Decimal.#of(left + right, scale);
    }

    subtract(other) {
        const { left, right, scale } = this.#aligned(other);
        return Decimal.#of(left - right, scale);
    }

    multiply(other) {
        const factor = new Decimal(other);
        return Decimal.#of(this.#unscaled * factor.#unscaled, this.#scale + factor.#scale);
    }

    divide(other) {
        const { left, right } = this.#aligned(other);
        if (right === 0n) {
            throw new RangeError('Division by zero');
        }
        const scale = Math.max(0, SIGNIFICANT + digitsOf(right) - digitsOf(left));
        return Decimal.#of(divideRounded(left * power(scale), right), scale).#trimmed();
    }

    #trimmed() {
        let { unscaled, scale } = this.#parts();
        while (scale > 0 && unscaled % 10n === 0n) {
            unscaled /= 10n;
            scale -= 1;
        }
        return Decimal.#of(unscaled, scale);
    }

    addPercent(percent) {
        return this.add(this.#rated(percent));
    }

    subtractPercent(percent) {
        return this.subtract(this.#rated(percent));
    }

    #rated(percent) {
        return this.multiply(new Decimal(percent).multiply('0.01'));
    }

    negate() {
        return Decimal.#of(-this.#unscaled, this.#scale);
    }

    abs() {
        return this.#unscaled < 0n ? this.negate() : this;
    }

    /** Rounded half away from zero to `digits` after the point; keeps that many. */
    round(digits) {
        if (digits >= this.#scale) {
            return Decimal.#of(this.#unscaled * power(digits - this.#scale), digits);
        }
        return Decimal.#of(divideRounded(this.#unscaled, power(this.#scale - digits)), digits);
    }

    compareTo(other) {
        const { left, right } = this.#aligned(other);
        if (left === right) {
            return 0;
        }
        return left < right ? -1 : 1;
    }

    /** The same for 1 and 1.0, which are equal. */
    hashCode() {
        return hashOf(this.#trimmed().toString());
    }

    equals(other) {
        return other !== null && other !== undefined && this.compareTo(other) === 0;
    }

    get() {
        return Number(this.toString());
    }

    valueOf() {
        return this.get();
    }

    toString() {
        const digits = (this.#unscaled < 0n ? -this.#unscaled : this.#unscaled).toString();
        const sign = this.#unscaled < 0n ? '-' : '';
        if (this.#scale === 0) {
            return sign + digits;
        }
        const padded = digits.padStart(this.#scale + 1, '0');
        return `${sign}${padded.slice(0, -this.#scale)}.${padded.slice(-this.#scale)}`;
    }
}

module.exports = define(Decimal, 'dw.util.Decimal', {});
