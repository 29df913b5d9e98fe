'use strict';

const { held, define } = require('../../internal/bean');
const records = require('../../internal/records');
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
        const StoreMgr = require('dw/catalog/StoreMgr');
        const own = (this[held].store || []).map(({ storeId }) => StoreMgr.getStore(storeId));
        return new ArrayList(own.filter((store) => store !== null));
    }

    getCustom() {
        return records.custom(this[held], 'StoreGroup');
    }

    toString() {
        return `[StoreGroup id=${this[held].id}]`;
    }
}

module.exports = define(StoreGroup, 'dw.catalog.StoreGroup', {
    get: { ID: (group) => group[held].id, name: (group) => group[held].name || group[held].id, stores: true, custom: true },
    apart: ['stores']
});
