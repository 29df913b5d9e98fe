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
            return found === null ? undefined : found;
        }
        const loaded = loader();
        if (loaded !== undefined) {
            this.put(key, loaded);
        }
        return loaded;
    }

    put(key, value) {
        host.call('cache.put', { cache: this.#id, key: String(key), value });
    }

    invalidate(key) {
        host.call('cache.remove', { cache: this.#id, key: String(key) });
    }

    toString() {
        return `[Cache id=${this.#id}]`;
    }
}

module.exports = define(Cache, 'dw.system.Cache', {});
