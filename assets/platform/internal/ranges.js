'use strict';

/** What may be put into a part of something sorted. */
function within(isIn, key) {
    if (!isIn(key)) {
        throw new RangeError(`${key} is out of the range`);
    }
    return key;
}

module.exports = { within };
