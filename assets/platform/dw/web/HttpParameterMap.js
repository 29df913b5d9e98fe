'use strict';

const { define, fallback } = require('../../internal/bean');
const HttpParameter = require('dw/web/HttpParameter');
const LinkedHashMap = require('dw/util/LinkedHashMap');
const LinkedHashSet = require('dw/util/LinkedHashSet');

const values = new WeakMap();

/** A new file of a folder. */
function uploaded(folder) {
    const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    return new (require('dw/io/File'))(folder, `upload_${time}_${require('dw/util/UUIDUtils').createUUID()}.tmp`);
}

/** Request parameters by name: `map.pid.stringValue`; a name that wasn't sent reads as an empty parameter. */
class HttpParameterMap {
    #body;
    #uploads;

    constructor(parameters, body, uploads) {
        const grouped = new Map();
        parameters.forEach(([name, value]) => {
            grouped.set(name, (grouped.get(name) || []).concat(value));
        });
        values.set(this, grouped);
        // What was sent is there by its name: `'c_id' in request.httpParameterMap`, `for (name in map)`.
        Array.from(grouped.keys()).filter((name) => !(name in this)).forEach((name) => {
            Object.defineProperty(this, name, { get: () => this.get(name), configurable: true, enumerable: true });
        });
        this.#body = body === undefined ? null : body;
        this.#uploads = uploads || null;
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

    /**
     * Keeps the files that a form sends: `callback(field, contentType, fileName)` says in which file, or in which folder
     * under a name of its own; one for which it says nothing is left out. The files by their fields; nothing for a
     * request that can't send any.
     */
    processMultipart(callback) {
        if (this.#uploads === null) {
            return null;
        }
        const kept = new LinkedHashMap();
        for (const { field, contentType, fileName, content } of this.#uploads) {
            const wanted = callback(field, contentType, fileName);
            if (wanted) {
                const file = wanted.directory ? uploaded(wanted) : wanted;
                host.call('file.write', { path: file.fullPath.slice(1), bytes: content, append: false });
                kept.put(field, file);
            }
        }
        return kept;
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
        parameterNames: true,
        parameterCount: true,
        requestBodyAsString: true
    },
    size: (map) => map.getParameterCount(),
    at: entryAt
});
