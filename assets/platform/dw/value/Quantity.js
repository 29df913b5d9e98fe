'use strict';

const { define } = require('../../internal/bean');

/** A number with a unit, such as `2 pieces`. */
class Quantity {
    #value;
    #unit;

    constructor(value, unit) {
        this.#value = Number(value);
        this.#unit = unit || '';
    }

    getValue() {
        return this.#value;
    }

    getUnit() {
        return this.#unit;
    }

    isAvailable() {
        return !Number.isNaN(this.#value);
    }

    add(other) {
        return new Quantity(this.#value + other.value, this.#unit);
    }

    subtract(other) {
        return new Quantity(this.#value - other.value, this.#unit);
    }

    multiply(factor) {
        return new Quantity(this.#value * factor, this.#unit);
    }

    divide(divisor) {
        return new Quantity(this.#value / divisor, this.#unit);
    }

    compareTo(other) {
        return Math.sign(this.#value - other.value);
    }

    equals(other) {
        return other instanceof Quantity && other.value === this.#value && other.unit === this.#unit;
    }

    valueOf() {
        return this.#value;
    }

    toString() {
        return this.#unit ? `${this.#value} ${this.#unit}` : String(this.#value);
    }
}

module.exports = define(Quantity, 'dw.value.Quantity', {
    get: { value: (quantity) => quantity.getValue(), unit: (quantity) => quantity.getUnit() },
    is: { available: (quantity) => quantity.isAvailable() }
});
