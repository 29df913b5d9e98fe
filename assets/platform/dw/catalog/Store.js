'use strict';

const { held, define } = require('../../internal/bean');
const { imageOf } = require('../../internal/media');
const { facts } = require('../../internal/fields');
const { countryOf } = require('../../internal/localeNames');
const ArrayList = require('dw/util/ArrayList');
const MarkupText = require('dw/content/MarkupText');

/** A store that can be visited. */
class Store {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getCountryCode() {
        return countryOf(this[held].countryCode || null);
    }

    #markup(name) {
        return this[held][name] ? new MarkupText(this[held][name]) : null;
    }

    getStoreHours() {
        return this.#markup('storeHours');
    }

    getStoreEvents() {
        return this.#markup('storeEvents');
    }

    getImage() {
        return this[held].image ? imageOf(this[held].image) : null;
    }

    getInventoryList() {
        const id = this[held].inventoryListId;
        return id ? require('dw/catalog/ProductInventoryMgr').getInventoryList(id) : null;
    }

    getStoreGroups() {
        const groups = require('dw/catalog/StoreMgr').getAllStoreGroups().toArray();
        return new ArrayList(groups.filter((group) => (group[held].store || []).some(({ storeId }) => storeId === this.getID())));
    }

    toString() {
        return `[Store id=${this.getID()}]`;
    }
}

module.exports = define(Store, 'dw.catalog.Store', {
    get: Object.assign({ ID: true },
        facts(['name', 'address1', 'address2', 'city', 'postalCode', 'stateCode', 'email', 'phone', 'fax', 'latitude', 'longitude']), {
            countryCode: true,
            storeHours: true,
            storeEvents: true,
            image: true,
            inventoryListID: (store) => store[held].inventoryListId || null,
            inventoryList: true,
            storeGroups: true,
            custom: true
        }),
    is: {
        storeLocatorEnabled: (store) => store[held].storeLocatorEnabled !== false,
        posEnabled: (store) => Boolean(store[held].posEnabled),
        demandwarePosEnabled: (store) => Boolean(store[held].demandwarePosEnabled)
    },
    apart: ['inventoryList', 'storeGroups']
});
