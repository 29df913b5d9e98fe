'use strict';

const { define } = require('../../internal/bean');
const context = require('../../internal/context');
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

/** Path and query as they are written: as the site's rules for addresses have it, if they do. */
function ruled(target, path, query) {
    const isMeant = target !== null && context.site.hasUrlRules && target.site === context.site.id;
    const short = isMeant ? host.call('address.short', { action: target.action, locale: target.locale, query }) : null;
    return short === null ? path + (query ? `?${query}` : '') : short;
}

/** An address that can be built on: `url.append('pid', id)`. That of a controller function is `path` until it is written. */
class URL {
    #origin;
    #path;
    #query;
    #target;
    #anchor = '';

    constructor(origin, path, parameters, target = null) {
        this.#origin = origin;
        this.#path = path;
        this.#query = parameters.map(([name, value]) => encoded(name, value));
        this.#target = target;
    }

    /** The URL that a text spells. */
    static of(text) {
        const [before, anchor = ''] = String(text).split('#');
        const [base, query = ''] = before.split('?');
        const [start] = base.match(/^https?:\/\/[^/]*/) || [''];
        const url = new URL(start, base.slice(start.length), []);
        url.#query = query ? query.split('&') : [];
        url.#anchor = anchor;
        return url;
    }

    /** What an address is built on: a copy of one that was given, or the address of an action. */
    static begun(given) {
        return given instanceof URL ? given.#at(given.#origin) : require('dw/web/URLUtils').url(given);
    }

    /** The same, where that of an action is absolute by itself: by the protocol of the request. */
    static begunAbsolute(given) {
        return given instanceof URL ? URL.begun(given) : URL.begun(given).abs();
    }

    /** The same elsewhere. */
    #at(start) {
        const url = new URL(start, this.#path, [], this.#target);
        url.#query = this.#query.slice();
        url.#anchor = this.#anchor;
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

    https() {
        return this.#at(origin('https'));
    }

    http() {
        return this.#at(origin('http'));
    }

    abs() {
        return this.#at(origin(request.httpProtocol));
    }

    relative() {
        return this.#at('');
    }

    host(name) {
        return this.#at(`${request.httpProtocol}://${name}`);
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
        const anchor = this.#anchor ? `#${this.#anchor}` : '';
        return this.#origin + ruled(this.#target, this.#path, this.#query.join('&')) + anchor;
    }
}

module.exports = define(URL, 'dw.web.URL', {});
