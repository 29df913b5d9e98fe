'use strict';

const { define } = require('../../internal/bean');
const { hashOf } = require('../../internal/hashes');
const Decimal = require('dw/util/Decimal');

/** A number with a unit, such as `2 pieces`; without a number it isn't available, and counts as 0. */
class Quantity {
    #value;
    #unit;

    constructor(value, unit) {
        this.#value = value === null || value === undefined ? null : new Decimal(value);
        this.#unit = unit || '';
    }

    getValue() {
        return this.#value === null ? 0 : this.#value.get();
    }

    getDecimalValue() {
        return this.#value;
    }

    getUnit() {
        return this.#unit;
    }

    isAvailable() {
        return this.#value !== null;
    }

    isOfSameUnit(other) {
        return other !== null && other !== undefined && other.unit === this.#unit;
    }

    newQuantity(value) {
        return new Quantity(value, this.#unit);
    }

    /** A quantity without a unit goes with all. */
    #sameUnit(other) {
        if (this.#unit !== '' && other.unit !== '' && !this.isOfSameUnit(other)) {
            throw new Error(`Quantities of different units: ${this.#unit} and ${other.unit}`);
        }
    }

    #combined(other, combine) {
        if (!this.isAvailable() || !other.available) {
            return this.newQuantity(null);
        }
        this.#sameUnit(other);
        return this.newQuantity(combine(this.#value, other.decimalValue));
    }

    #changed(change) {
        return this.isAvailable() ? this.newQuantity(change(this.#value)) : this;
    }

    add(other) {
        return this.#combined(other, (left, right) => left.add(right));
    }

    subtract(other) {
        return this.#combined(other, (left, right) => left.subtract(right));
    }

    multiply(factor) {
        return this.#changed((value) => value.multiply(factor));
    }

    divide(divisor) {
        return this.#changed((value) => value.divide(divisor));
    }

    /** To so many digits after the point. */
    round(precision) {
        return this.#changed((value) => value.round(precision));
    }

    compareTo(other) {
        this.#sameUnit(other);
        return Math.sign(this.getValue() - other.value);
    }

    hashCode() {
        return hashOf(this.isAvailable() ? `${this.#value.hashCode()} ${this.#unit}` : '');
    }

    equals(other) {
        return other instanceof Quantity && other.available === this.isAvailable() && other.value === this.getValue() && other.unit === this.#unit;
    }

    valueOf() {
        return this.getValue();
    }

    toString() {
        if (!this.isAvailable()) {
            return 'N/A';
        }
        return this.#unit ? `${this.getValue()} ${this.#unit}` : String(this.getValue());
    }
}

module.exports = define(Quantity, 'dw.value.Quantity', {
    get: { value: true, decimalValue: true, unit: true },
    is: { available: true },
    apart: ['decimalValue']
});
