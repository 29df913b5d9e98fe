'use strict';

var StringUtils = require('dw/util/StringUtils');
var URLUtils = require('dw/web/URLUtils');

/** A store as pages show it; `distance` in km, if somebody asked for what is near. */
function Store(store, distance) {
    this.id = store.ID;
    this.name = store.name;
    this.lines = [store.address1, store.address2, store.postalCode + ' ' + store.city].filter(Boolean);
    this.country = store.countryCode.value;
    this.phone = store.phone;
    this.email = store.email;
    this.hours = store.storeHours ? store.storeHours.markup : null;
    this.distance = typeof distance === 'number' ? StringUtils.formatNumber(distance, '0.0') : null;
    this.url = URLUtils.url('Stores-Details', 'storeID', store.ID).toString();
    this.nearUrl = URLUtils.url('Stores-Find', 'lat', store.latitude, 'long', store.longitude, 'radius', 300).toString();
}

module.exports = Store;
