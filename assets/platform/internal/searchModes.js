'use strict';

/** How a search compares: by words, or by what they mean. */
const MODES = ['lexical', 'semantic'];

/** A mode that there is. */
function searchMode(mode) {
    if (!MODES.includes(mode)) {
        throw new TypeError(`A search is ${MODES.join(' or ')}, not ${mode}`);
    }
    return mode;
}

module.exports = { searchMode };
