'use strict';

const { held, define } = require('./bean');
const LinkedHashMap = require('dw/util/LinkedHashMap');

/** What neither the debugger's listing nor a text of all headers tells: who sends a request proves himself with it. */
const SECRET = ['authorization', 'cookie'];

function shown(headers) {
    return Array.from(headers[held]).filter(([name]) => !SECRET.includes(name));
}

/** The headers of a request, by their names in small letters. */
class Headers extends LinkedHashMap {
    constructor(headers) {
        super();
        this.putAll(headers);
    }

    clone() {
        return new Headers(Object.fromEntries(this[held]));
    }

    toString() {
        return `{${shown(this).map(([name, value]) => `${name}=${value}`).join(', ')}}`;
    }
}

module.exports = define(Headers, 'dw.util.LinkedHashMap', {
    size: (headers) => shown(headers).length,
    at: (headers, index) => {
        const [key, value] = shown(headers)[index];
        return { key, value };
    }
});
