'use strict';

const { held, define } = require('../../internal/bean');
const { mark } = require('../../internal/rest');

/** A value that is the answer of another address. */
class RemoteInclude {
    constructor(url) {
        Object.defineProperty(this, held, { value: url });
    }

    static of(url) {
        return new RemoteInclude(url);
    }

    getUrl() {
        return this[held];
    }

    toString() {
        return this[held];
    }

    valueOf() {
        return this[held];
    }
}

/** In JSON it is a place for the answer. */
Object.defineProperty(RemoteInclude.prototype, 'toJSON', {
    value() { return `${mark()}${this[held]}-->`; },
    writable: true,
    configurable: true,
    enumerable: false
});
Object.defineProperty(RemoteInclude, 'of', { enumerable: false });

module.exports = define(RemoteInclude, 'dw.system.RemoteInclude', { get: { url: true } });
