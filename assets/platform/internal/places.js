'use strict';

/** Of an error's stack the first file of a storefront (1), or its line there (2); undefined without any. */
function place(error, part) {
    const found = /\((\/.*?):(\d+)(?::\d+)?\)|at (\/.*?):(\d+)/.exec(String(error.stack));
    return found ? found[part] || found[part + 2] : undefined;
}

/** The line of an error's stack that tells the first place in a storefront's script; undefined without any. */
function told(error) {
    const line = String(error.stack).split('\n').find((each) => each.includes('(/') || each.includes('at /'));
    return line === undefined ? undefined : line.trim();
}

module.exports = { place, told };
