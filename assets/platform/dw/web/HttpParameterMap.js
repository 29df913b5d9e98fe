'use strict';

const { define, fallback } = require('../../internal/bean');
const HttpParameter = require('dw/web/HttpParameter');
const LinkedHashMap = require('dw/util/LinkedHashMap');
const LinkedHashSet = require('dw/util/LinkedHashSet');

const values = new WeakMap();

/** Request parameters by name: `map.pid.stringValue`; a name that wasn't sent reads as an empty parameter. */
class HttpParameterMap {
    #body;

    constructor(parameters, body) {
        const grouped = new Map();
        parameters.forEach(([name, value]) => {
            grouped.set(name, (grouped.get(name) || []).concat(value));
        });
        values.set(this, grouped);
        this.#body = body === undefined ? null : body;
    }

    get(name) {
        return new HttpParameter(values.get(this).get(name) || []);
    }

    isParameterSubmitted(name) {
        return values.get(this).has(name);
    }

    getParameterNames() {
        return new LinkedHashSet(values.get(this).keys());
    }

    getParameterCount() {
        return values.get(this).size;
    }

    getRequestBodyAsString() {
        return this.#body;
    }

    /** The parameters whose names start with `prefix`, under the rest of their names. */
    getParameterMap(prefix) {
        const inner = [];
        for (const [name, list] of values.get(this)) {
            if (name.startsWith(prefix)) {
                list.forEach((value) => inner.push([name.slice(prefix.length), value]));
            }
        }
        return new HttpParameterMap(inner, null);
    }

    toMap() {
        const map = new LinkedHashMap();
        for (const [name, list] of values.get(this)) {
            map.put(name, list.slice());
        }
        return map;
    }

    toString() {
        return `[HttpParameterMap ${Array.from(values.get(this).keys()).join(', ')}]`;
    }
}

Object.setPrototypeOf(HttpParameterMap.prototype, fallback(Object.prototype, (map, name) => (
    values.has(map) && name !== 'toJSON' ? map.get(name) : undefined
)));

function entryAt(map, index) {
    const name = Array.from(values.get(map).keys())[index];
    return { key: name, value: map.get(name) };
}

module.exports = define(HttpParameterMap, 'dw.web.HttpParameterMap', {
    get: {
        parameterNames: (map) => map.getParameterNames(),
        parameterCount: (map) => map.getParameterCount(),
        requestBodyAsString: (map) => map.getRequestBodyAsString()
    },
    size: (map) => map.getParameterCount(),
    at: entryAt
});
