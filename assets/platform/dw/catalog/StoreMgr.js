'use strict';

const { manager } = require('../../internal/bean');
const { text } = require('../../internal/converted');
const { fitting } = require('../../internal/query');
const records = require('../../internal/records');
const shop = require('../../internal/shop');
const ArrayList = require('dw/util/ArrayList');
const LinkedHashMap = require('dw/util/LinkedHashMap');
const Store = require('dw/catalog/Store');
const StoreGroup = require('dw/catalog/StoreGroup');

const RADIUS = { km: 6371, mi: 3958.8 };
const KEY = '__store';

let known = null;
/** The countries of which the log knows in this request that nothing is found there. */
const unplaced = new Set();

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

/** A country's code as archives write it. */
function codeOf(country) {
    return String(country).toUpperCase();
}

/** Where the archive's geolocations have a postal code: `[latitude, longitude]`; null if they don't have it. */
function placeOf(country, postalCode) {
    const place = records.record('geolocation', postalCode, codeOf(country));
    return place === null ? null : [place.latitude, place.longitude];
}

/** Tells that no postal code of a country has a place. */
function missed(country) {
    if (!unplaced.has(country) && !records.scopes('geolocation').includes(country)) {
        unplaced.add(country);
        host.call('log.write', { level: 'warn', category: 'stores', message: `No archive has geolocations of ${country}: no store is found around a postal code there` });
    }
}

/** Where a store says that it is; else where its postal code is. */
function siteOf(store) {
    const isSaid = store.latitude !== null && store.longitude !== null;
    return isSaid ? [store.latitude, store.longitude] : placeOf(store.countryCode.value, store.postalCode);
}

/** Stores with their distances, the nearest one first. */
function around(place, unit, most, query, values) {
    const fit = fitting({ type: 'Store', path: 'catalog/Store' }, all(), query, values);
    const meant = fit.filter((store) => store.storeLocatorEnabled).map((store) => [store, siteOf(store)]);
    const found = meant.filter(([, site]) => site !== null).map(([store, site]) => [store, distance(place, site, unit)]);
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
        return around([latitude, longitude], unit, most, query, values);
    }

    /** Around the place that the archive's geolocations have for a postal code; without one nothing is found. */
    static searchStoresByPostalCode(country, postalCode, unit, most, query, ...values) {
        const place = placeOf(country, postalCode);
        if (place === null) {
            missed(codeOf(country));
            return new LinkedHashMap();
        }
        return around(place, unit, most, query, values);
    }

    static getStoreIDFromSession() {
        return session.privacy[KEY] || null;
    }

    static setStoreIDToSession(id) {
        session.privacy[KEY] = text(id);
    }

    static all() {
        return all();
    }
}

module.exports = manager(StoreMgr, 'dw.catalog.StoreMgr', {
    allStoreGroups: true,
    storeIDFromSession: true
});
