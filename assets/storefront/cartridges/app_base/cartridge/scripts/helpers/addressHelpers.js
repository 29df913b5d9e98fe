'use strict';

var Resource = require('dw/web/Resource');

var FIELDS = ['firstName', 'lastName', 'address1', 'address2', 'postalCode', 'city', 'phone'];

/** Copies one address to another: of a book, of a shipment, of a bill. */
function copy(from, to) {
    FIELDS.forEach(function (field) {
        to[field] = from[field];
    });
    to.setCountryCode(from.countryCode.value);
}

/** An address as pages show it. */
function describe(address) {
    return {
        id: address.ID || null,
        name: address.fullName,
        lines: [address.address1, address.address2, address.postalCode + ' ' + address.city,
            Resource.msg('country.' + address.countryCode.value, 'forms', address.countryCode.displayValue)].filter(Boolean)
    };
}

/** The addresses of a customer, the preferred one first; guests have none. */
function list(customer) {
    if (!customer.authenticated) {
        return [];
    }
    var book = customer.profile.addressBook;
    var preferred = book.preferredAddress;
    return book.addresses.toArray().map(function (address) {
        return Object.assign(describe(address), { isPreferred: preferred !== null && preferred.ID === address.ID });
    });
}

/** The customer's address of an ID, or null. */
function find(customer, id) {
    return customer.authenticated && !empty(id) ? customer.profile.addressBook.getAddress(id) : null;
}

module.exports = { copy: copy, describe: describe, list: list, find: find };
