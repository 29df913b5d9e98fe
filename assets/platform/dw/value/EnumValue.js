'use strict';

const { define } = require('../../internal/bean');

/** A value of a fixed list, with the text that shows it. */
class EnumValue {
    #value;
    #display;

    constructor(value, displayValue) {
        this.#value = value;
        this.#display = displayValue;
    }

    getValue() {
        return this.#value;
    }

    getDisplayValue() {
        return this.#display === undefined ? String(this.#value) : this.#display;
    }

    equals(other) {
        return other instanceof EnumValue && other.value === this.#value;
    }

    valueOf() {
        return this.#value;
    }

    toString() {
        return this.getDisplayValue();
    }
}

module.exports = define(EnumValue, 'dw.value.EnumValue', {
    get: { value: (entry) => entry.getValue(), displayValue: (entry) => entry.getDisplayValue() }
});
