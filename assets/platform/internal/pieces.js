'use strict';

/** No more keys than are asked for at once. */
const MOST = 1000;

/**
 * Reads the documents of keys from the host, `each(key, document)` in their order: `ask(keys)` answers those of the
 * first ones, as many as one text holds, with null for a key without any.
 */
function inPieces(keys, ask, each) {
    let at = 0;
    while (at < keys.length) {
        const piece = ask(keys.slice(at, at + MOST));
        for (const document of piece) {
            if (document !== null) {
                each(keys[at], document);
            }
            at += 1;
        }
    }
}

module.exports = inPieces;
