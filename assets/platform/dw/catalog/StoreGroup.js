'use strict';

const { held, define } = require('../../internal/bean');
const shop = require('../../internal/shop');
const ArrayList = require('dw/util/ArrayList');

/** Stores that belong together. */
class StoreGroup {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    static of(id) {
        const document = shop.find('store-group', id);
        return document === null ? null : new StoreGroup(document);
    }

    getStores() {
        const own = require('dw/catalog/StoreMgr').all().filter((store) => (store[held].storeGroup || []).some((group) => group.groupId === this[held].id));
        return new ArrayList(own);
    }

    toString() {
        return `[StoreGroup id=${this[held].id}]`;
    }
}

module.exports = define(StoreGroup, 'dw.catalog.StoreGroup', {
    get: { ID: (group) => group[held].id, name: (group) => group[held].name || group[held].id, stores: (group) => group.getStores() },
    apart: ['stores']
});
