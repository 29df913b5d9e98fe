'use strict';

const { define } = require('../../internal/bean');

const FIELDS = ['address1', 'address2', 'city', 'countryCode', 'postBox', 'postalCode', 'stateCode', 'suite'];

/** Where something is shipped to, as taxes are looked up by. */
class ShippingLocation {
    #fields = {};

    constructor(address) {
        FIELDS.filter((name) => address && address[name]).forEach((name) => {
            this.#fields[name] = String(address[name].value === undefined ? address[name] : address[name].value);
        });
    }

    field(name) {
        return this.#fields[name] === undefined ? null : this.#fields[name];
    }

    change(name, value) {
        this.#fields[name] = value;
    }
}

const texts = {};
FIELDS.forEach((name) => {
    texts[name] = { get: (it) => it.field(name), set: (it, value) => it.change(name, value) };
});

module.exports = define(ShippingLocation, 'dw.order.ShippingLocation', { get: texts });
