'use strict';

const { define } = require('../../internal/bean');

/** Where an address leads, and with which status. */
class URLRedirect {
    #location;
    #status;

    constructor(location, status) {
        this.#location = location;
        this.#status = status;
    }

    getLocation() {
        return this.#location;
    }

    getStatus() {
        return this.#status;
    }

    toString() {
        return `[URLRedirect ${this.#status} ${this.#location}]`;
    }
}

module.exports = define(URLRedirect, 'dw.web.URLRedirect', {
    get: { location: true, status: true }
});
