'use strict';

const { define } = require('../../internal/bean');
const { origin } = require('../../internal/origin');

/** Money is its number there: whoever reads it back reads a number. Nothing is an empty text. */
function written(value) {
    if (value === null || value === undefined) {
        return '';
    }
    return value instanceof require('dw/value/Money') && value.available ? value.toNumberString() : value;
}

function encoded(name, value) {
    return `${encodeURIComponent(name)}=${encodeURIComponent(written(value))}`;
}

/** An address that can be built on: `url.append('pid', id)`. */
class URL {
    #base;
    #query;
    #anchor = '';

    constructor(base, parameters) {
        this.#base = base;
        this.#query = parameters.map(([name, value]) => encoded(name, value));
    }

    /** The URL that a text spells. */
    static of(text) {
        const [before, anchor = ''] = String(text).split('#');
        const [base, query = ''] = before.split('?');
        const url = new URL(base, []);
        url.#query = query ? query.split('&') : [];
        url.#anchor = anchor;
        return url;
    }

    append(name, value) {
        this.#query.push(encoded(name, value));
        return this;
    }

    /** Addresses of the storefront, as all are here, have no token of the Business Manager. */
    appendCSRFTokenBM() {
        return this;
    }

    remove(name) {
        this.#query = this.#query.filter((pair) => pair.split('=')[0] !== encodeURIComponent(name));
        return this;
    }

    setAnchor(anchor) {
        this.#anchor = anchor;
        return this;
    }

    #absolute(protocol) {
        const path = this.#base.replace(/^https?:\/\/[^/]*/, '');
        const target = URL.of(origin(protocol) + path);
        target.#query = this.#query.slice();
        target.#anchor = this.#anchor;
        return target;
    }

    https() {
        return this.#absolute('https');
    }

    http() {
        return this.#absolute('http');
    }

    abs() {
        return this.#absolute(request.httpProtocol);
    }

    relative() {
        const target = URL.of(this.#base.replace(/^https?:\/\/[^/]*/, ''));
        target.#query = this.#query.slice();
        target.#anchor = this.#anchor;
        return target;
    }

    host(name) {
        return URL.of(`${request.httpProtocol}://${name}${this.relative()}`);
    }

    siteHost() {
        return this.abs();
    }

    equals(other) {
        return other instanceof URL && String(other) === String(this);
    }

    toJSON() {
        return this.toString();
    }

    toString() {
        const query = this.#query.length ? `?${this.#query.join('&')}` : '';
        return this.#base + query + (this.#anchor ? `#${this.#anchor}` : '');
    }
}

module.exports = define(URL, 'dw.web.URL', {});
