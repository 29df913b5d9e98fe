'use strict';

/** What the platform makes of values that scripts hand over where it wants others. */

/** What is written of a value: of a choice what is shown of it, though it is its value to scripts. */
function displayed(value) {
    return typeof value === 'object' && value instanceof require('dw/value/EnumValue') ? value.displayValue : value;
}

/** The text of anything, as it is written. */
function spoken(value) {
    return String(displayed(value));
}

/** The same, but nothing stays nothing. */
function text(value) {
    const meant = displayed(value);
    return meant === null || meant === undefined ? null : String(meant);
}

/** A number, also from its text; `what` names it for whoever gave something else. */
function number(value, what) {
    const found = value === null ? NaN : Number(value);
    if (Number.isNaN(found)) {
        throw new TypeError(`${what} is a number, not ${value}`);
    }
    return found;
}

/** A number of 32 bits without its fraction. */
function whole(value, what) {
    const found = Math.trunc(number(value, what));
    if ((found | 0) !== found) {
        throw new RangeError(`${what} is out of range: ${value}`);
    }
    return found;
}

/** A date as the platform keeps it: one that is none, as `new Date('soon')`, becomes the first moment of 1970. */
function moment(date) {
    return Number.isNaN(date.getTime()) ? new Date(0) : date;
}

module.exports = { moment, spoken, text, number, whole };
