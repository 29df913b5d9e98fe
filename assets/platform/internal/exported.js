'use strict';

/** What a script exports to requests. */

function own(exports, name) {
    return exports && Object.prototype.hasOwnProperty.call(exports, name) ? exports[name] : undefined;
}

function publicFunction(exports, name) {
    const entry = own(exports, name);
    return typeof entry === 'function' && entry.public === true ? entry : null;
}

module.exports = { own, publicFunction };
