'use strict';

const { manager } = require('../../internal/bean');
const Cache = require('dw/system/Cache');

/** Hands out the caches by their name. */
class CacheMgr {
    static getCache(id) {
        return new Cache(id);
    }
}

module.exports = manager(CacheMgr, 'dw.system.CacheMgr');
