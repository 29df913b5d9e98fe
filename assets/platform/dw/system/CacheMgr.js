'use strict';

const { manager } = require('../../internal/bean');
const Cache = require('dw/system/Cache');

/** Hands out the caches by their name. */
class CacheMgr {
    /** Throws for one that no cartridge defines in the `caches.json` that its `package.json` names. */
    static getCache(id) {
        if (!host.call('cache.defined', { cache: String(id) })) {
            throw new Error(`No caches.json defines the cache ${id}`);
        }
        return new Cache(String(id));
    }
}

module.exports = manager(CacheMgr, 'dw.system.CacheMgr');
