'use strict';

/** A number for a text, the same for equal ones. */
function hashOf(text) {
    return Array.from(text).reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)) | 0, 0);
}

module.exports = { hashOf };
