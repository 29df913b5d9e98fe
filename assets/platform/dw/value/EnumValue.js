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

    /** The value itself where no other text is configured; null of a choice that nobody has made. */
    getDisplayValue() {
        const isShown = this.#display !== undefined && this.#display !== null;
        return isShown || this.#value === null ? this.#display || null : String(this.#value);
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

    /** As a key or in an expression it is its value; only who calls `toString` gets the other text. */
    [Symbol.toPrimitive]() {
        return this.#value;
    }
}

module.exports = define(EnumValue, 'dw.value.EnumValue', {
    get: { value: true, displayValue: true }
});
