'use strict';

const { manager } = require('../../internal/bean');
const { condition } = require('../../internal/query');
const records = require('../../internal/records');
const shop = require('../../internal/shop');
const ArrayList = require('dw/util/ArrayList');
const LinkedHashMap = require('dw/util/LinkedHashMap');
const Store = require('dw/catalog/Store');
const StoreGroup = require('dw/catalog/StoreGroup');

const RADIUS = { km: 6371, mi: 3958.8 };
const KEY = '__store';

let known = null;

function all() {
    known = known || shop.list('store').map((document) => new Store(document));
    return known;
}

/** The way along the earth's surface between two places. */
function distance(from, to, unit) {
    const radians = (degrees) => (degrees * Math.PI) / 180;
    const [latitude, other] = [radians(from[0]), radians(to[0])];
    const half = Math.sin((other - latitude) / 2) ** 2
        + Math.cos(latitude) * Math.cos(other) * Math.sin(radians(to[1] - from[1]) / 2) ** 2;
    return 2 * (RADIUS[unit] || RADIUS.km) * Math.asin(Math.sqrt(half));
}

/** Stores with their distances, the nearest one first. */
function around(place, unit, most, fits) {
    const isThere = (store) => store.latitude !== null && store.longitude !== null && store.storeLocatorEnabled && fits(store);
    const found = all().filter(isThere).map((store) => [store, distance(place, [store.latitude, store.longitude], unit)]);
    const stores = new LinkedHashMap();
    found.filter(([, far]) => far <= most).sort((left, right) => left[1] - right[1]).forEach(([store, far]) => stores.put(store, far));
    return stores;
}

/** The stores of a shop. */
class StoreMgr {
    static getStore(id) {
        return all().find((store) => store.ID === String(id)) || null;
    }

    static getStoreGroup(id) {
        return StoreGroup.of(id);
    }

    static getAllStoreGroups() {
        return new ArrayList(shop.list('store-group').map((document) => new StoreGroup(document)));
    }

    /** `(latitude, longitude, unit, distance[, query, …values])`. */
    static searchStoresByCoordinates(latitude, longitude, unit, most, query, ...values) {
        return around([latitude, longitude], unit, most, condition(query, values));
    }

    /** Around the place that the archive's geolocations have for a postal code, else around the stores there. */
    static searchStoresByPostalCode(country, postalCode, unit, most, query, ...values) {
        const place = records.record('geolocation', postalCode, country);
        if (place !== null) {
            return around([place.latitude, place.longitude], unit, most, condition(query, values));
        }
        const isHere = (store) => store.countryCode.value === country && store.postalCode === String(postalCode);
        const here = all().find((store) => isHere(store) && store.latitude !== null);
        return here === undefined ? new LinkedHashMap() : around([here.latitude, here.longitude], unit, most, condition(query, values));
    }

    static getStoreIDFromSession() {
        return session.privacy[KEY] || null;
    }

    static setStoreIDToSession(id) {
        session.privacy[KEY] = id;
    }

    static all() {
        return all();
    }
}

module.exports = manager(StoreMgr, 'dw.catalog.StoreMgr', {
    allStoreGroups: () => StoreMgr.getAllStoreGroups(),
    storeIDFromSession: () => StoreMgr.getStoreIDFromSession()
});
