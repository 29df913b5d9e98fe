'use strict';

const { define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');

function number(text) {
    const value = text === null || text.trim() === '' ? NaN : Number(text);
    return Number.isNaN(value) ? null : value;
}

function truth(text) {
    return text === null ? null : text === 'true' || text === 'on' || text === '1';
}

/** The values that one request parameter has; without any it reads as null everywhere. */
class HttpParameter {
    #values;

    constructor(values) {
        this.#values = values;
    }

    #first() {
        return this.#values.length ? this.#values[0] : null;
    }

    getValue(fallback) {
        return this.getStringValue(fallback);
    }

    getRawValue() {
        return this.#first();
    }

    getStringValue(fallback = null) {
        const text = this.#first();
        return text === null || text.trim() === '' ? (text === null ? fallback : text) : text.trim();
    }

    getIntValue(fallback = null) {
        const value = number(this.#first());
        return value === null ? fallback : Math.trunc(value);
    }

    /** Null without a value, as for the other kinds: many shops hand it on as a price that bounds a search. */
    getDoubleValue(fallback = null) {
        const value = number(this.#first());
        return value === null ? fallback : value;
    }

    getBooleanValue(fallback = null) {
        const value = truth(this.#first());
        return value === null ? fallback : value;
    }

    getDateValue(fallback = null) {
        const time = Date.parse(this.#first() || '');
        return Number.isNaN(time) ? fallback : new Date(time);
    }

    getRawValues() {
        return new ArrayList(this.#values);
    }

    getStringValues() {
        return new ArrayList(this.#values);
    }

    getValues() {
        return this.getStringValues();
    }

    getIntValues() {
        return new ArrayList(this.#values.map(number));
    }

    getDoubleValues() {
        return new ArrayList(this.#values.map(number));
    }

    getCount() {
        return this.#values.length;
    }

    isEmpty() {
        return this.#first() === null || this.#first() === '';
    }

    isSubmitted() {
        return this.#values.length > 0;
    }

    isChecked(value) {
        return this.#values.includes(value);
    }

    containsStringValue(value) {
        return this.#values.includes(value);
    }

    toString() {
        return this.#first() === null ? '' : this.#first();
    }
}

module.exports = define(HttpParameter, 'dw.web.HttpParameter', {
    get: {
        value: true,
        stringValue: true,
        intValue: true,
        doubleValue: true,
        booleanValue: true,
        dateValue: true,
        rawValue: true,
        rawValues: true,
        values: true,
        stringValues: true,
        intValues: true,
        doubleValues: true,
        count: true
    },
    is: { empty: true, submitted: true }
});
