'use strict';

/** What the platform makes of values that scripts hand over where it wants others. */

/** The text of anything; nothing stays nothing. */
function text(value) {
    return value === null || value === undefined ? null : String(value);
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

module.exports = { text, number, whole };
