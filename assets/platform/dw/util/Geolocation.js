'use strict';

const { held, define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');

const NAMES = ['countryCode', 'countryName', 'regionCode', 'regionName', 'metroCode', 'city', 'postalCode', 'latitude', 'longitude'];

/** A place on the earth: `(countryCode, countryName, regionCode, regionName, metroCode, city, postalCode, latitude, longitude)`. */
class Geolocation {
    constructor(...values) {
        const document = Object.fromEntries(NAMES.map((name, index) => [name, values[index] === undefined ? null : values[index]]));
        Object.defineProperty(this, held, { value: document });
    }

    /** One that was kept. */
    static of(document) {
        return new Geolocation(...NAMES.map((name) => document[name]));
    }

    isAvailable() {
        return this[held].latitude !== null && this[held].longitude !== null;
    }

    toString() {
        return `[Geolocation ${this[held].latitude} ${this[held].longitude}]`;
    }
}

Object.defineProperty(Geolocation, 'of', { enumerable: false });

module.exports = define(Geolocation, 'dw.util.Geolocation', {
    get: facts(NAMES),
    is: { available: (it) => it.isAvailable() }
});
