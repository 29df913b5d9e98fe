'use strict';

const { held, define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');
const { records } = require('../../internal/records');

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

    /** Nobody knows where a browser of this machine is: a place in a locale's country, without coordinates if no archive tells any. */
    static somewhereIn(locale) {
        const { country, displayCountry } = require('dw/util/Locale').getLocale(locale);
        if (country === '') {
            return null;
        }
        const [known] = records('geolocation', country);
        const { city = null, latitude = 0, longitude = 0 } = known ? known.document : {};
        const place = new Geolocation(country, displayCountry, null, null, null, city, known ? known.id : null, latitude, longitude);
        place[held].unknown = known === undefined;
        return place;
    }

    isAvailable() {
        return this[held].latitude !== null && this[held].longitude !== null && !this[held].unknown;
    }

    toString() {
        return `[Geolocation ${this[held].latitude} ${this[held].longitude}]`;
    }
}

['of', 'somewhereIn'].forEach((name) => Object.defineProperty(Geolocation, name, { enumerable: false }));

module.exports = define(Geolocation, 'dw.util.Geolocation', {
    get: facts(NAMES),
    is: { available: true }
});
