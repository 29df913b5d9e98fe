'use strict';

const { IOError } = require('./errors');

/** Asks for something of the file of a path, `disk('md5', { path })`; what can't be done with it is an IOError. */
function disk(what, more) {
    try {
        return host.call(`file.${what}`, more);
    } catch (error) {
        throw new IOError(error.message);
    }
}

module.exports = disk;
