'use strict';

const { define } = require('../../internal/bean');
const { text, whole } = require('../../internal/converted');

/** What each setting makes of what it is given. */
const TAKEN = {
    value: String,
    path: text,
    domain: text,
    maxAge: (seconds) => whole(seconds, 'maxAge of a cookie'),
    secure: Boolean,
    httpOnly: Boolean,
    comment: text,
    version: (version) => whole(version, 'version of a cookie')
};

/** A cookie: read from the request, or new and sent with the response. */
class Cookie {
    #name;
    #settings = { value: '', path: '/', domain: null, maxAge: -1, secure: false, httpOnly: false, comment: null, version: 0 };

    constructor(name, value) {
        this.#name = String(name);
        this.#settings.value = String(value);
    }

    setting(name) {
        return this.#settings[name];
    }

    change(name, value) {
        this.#settings[name] = TAKEN[name](value);
    }

    getName() {
        return this.#name;
    }

    document() {
        const { value, path, domain, maxAge, secure, httpOnly } = this.#settings;
        return { name: this.#name, value, path, domain, max_age: maxAge, secure, http_only: httpOnly };
    }

    toString() {
        return `[Cookie name=${this.#name}]`;
    }
}

const settings = {};
Object.keys(TAKEN).forEach((name) => {
    settings[name] = { get: (cookie) => cookie.setting(name), set: (cookie, value) => cookie.change(name, value) };
});

const { secure, httpOnly, ...texts } = settings;

module.exports = define(Cookie, 'dw.web.Cookie', {
    get: Object.assign({ name: true }, texts),
    is: { secure, httpOnly }
});
