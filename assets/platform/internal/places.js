'use strict';

/** Of an error's stack the first file of a storefront (1), or its line there (2); undefined without any. */
function place(error, part) {
    const found = /\((\/.*?):(\d+)(?::\d+)?\)|at (\/.*?):(\d+)/.exec(String(error.stack));
    return found ? found[part] || found[part + 2] : undefined;
}

module.exports = { place };
