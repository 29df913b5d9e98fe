'use strict';

const { define } = require('../../internal/bean');

/** A named cache that all requests share. Entries may vanish at any time. */
class Cache {
    #id;

    constructor(id) {
        this.#id = id;
    }

    get(key, loader) {
        const found = host.call('cache.get', { cache: this.#id, key: String(key) });
        if (found !== null || typeof loader !== 'function') {
            return found === null ? undefined : JSON.parse(found)[0];
        }
        const loaded = loader();
        this.put(key, loaded);
        return loaded;
    }

    /** Keeps null as a value, too; undefined takes away what is there. A value is kept in a list: nothing is found as null. */
    put(key, value) {
        if (value === undefined) {
            this.invalidate(key);
            return;
        }
        host.call('cache.put', { cache: this.#id, key: String(key), value: JSON.stringify([value]) });
    }

    invalidate(key) {
        host.call('cache.remove', { cache: this.#id, key: String(key) });
    }

    toString() {
        return `[Cache id=${this.#id}]`;
    }
}

module.exports = define(Cache, 'dw.system.Cache', {});
