'use strict';

var StoreMgr = require('dw/catalog/StoreMgr');
var StoreModel = require('*/cartridge/models/store');

var COUNTRIES = ['DE', 'AT', 'GB'];
var RADII = [25, 100, 300];
var DEFAULT_RADIUS = 100;

/** The half of the earth: no store is farther away from another one. */
var EVERYWHERE = 20040;

function coordinate(text, most) {
    var value = parseFloat(text);
    return isNaN(value) || Math.abs(value) > most ? null : value;
}

/** What an address asks for, such as `postalCode=10115&country=DE&radius=25` or `lat=52.5&long=13.4`. */
function readQuery(querystring) {
    var radius = parseInt(querystring.radius, 10);
    return {
        postalCode: (querystring.postalCode || '').trim(),
        country: COUNTRIES.indexOf(querystring.country) < 0 ? COUNTRIES[0] : querystring.country,
        latitude: coordinate(querystring.lat, 90),
        longitude: coordinate(querystring.long, 180),
        radius: radius > 0 ? Math.min(radius, EVERYWHERE) : DEFAULT_RADIUS
    };
}

function search(wanted) {
    if (wanted.postalCode) {
        return StoreMgr.searchStoresByPostalCode(wanted.country, wanted.postalCode, 'km', wanted.radius);
    }
    return wanted.latitude === null || wanted.longitude === null
        ? StoreMgr.searchStoresByCoordinates(0, 0, 'km', EVERYWHERE)
        : StoreMgr.searchStoresByCoordinates(wanted.latitude, wanted.longitude, 'km', wanted.radius);
}

/** The stores that a query means, the nearest one first; distances only where it names a place. */
function find(wanted) {
    var found = search(wanted);
    var isPlaced = wanted.postalCode || (wanted.latitude !== null && wanted.longitude !== null);
    return found.keySet().toArray().map(function (store) {
        return new StoreModel(store, isPlaced ? found.get(store) : null);
    });
}

module.exports = { COUNTRIES: COUNTRIES, RADII: RADII, readQuery: readQuery, find: find };
