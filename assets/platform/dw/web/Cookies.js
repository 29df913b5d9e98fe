'use strict';

const { define } = require('../../internal/bean');
const Cookie = require('dw/web/Cookie');

/** The cookies of a request, by index and by name. */
class Cookies {
    #list;

    constructor(values) {
        this.#list = Object.keys(values || {}).map((name) => new Cookie(name, values[name]));
        this.#list.forEach((cookie, index) => {
            const descriptor = { value: cookie, configurable: true, enumerable: false };
            Object.defineProperty(this, index, descriptor);
            if (!(cookie.name in this)) {
                Object.defineProperty(this, cookie.name, descriptor);
            }
        });
    }

    getCookieCount() {
        return this.#list.length;
    }

    at(index) {
        return this.#list[index];
    }

    [Symbol.iterator]() {
        return this.#list[Symbol.iterator]();
    }

    toString() {
        return `[Cookies count=${this.#list.length}]`;
    }
}

module.exports = define(Cookies, 'dw.web.Cookies', {
    get: { cookieCount: true },
    size: (cookies) => cookies.getCookieCount(),
    at: (cookies, index) => cookies.at(index)
});
