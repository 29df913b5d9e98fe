'use strict';

var Transaction = require('dw/system/Transaction');
var addressHelpers = require('*/cartridge/scripts/helpers/addressHelpers');
var formHelpers = require('*/cartridge/scripts/helpers/formHelpers');

function isPreferred(book, id) {
    return book.preferredAddress !== null && book.preferredAddress.ID === id;
}

/** Writes an address of the book into a form. */
function fill(form, customer, id) {
    form.address.copyFrom(addressHelpers.find(customer, id));
    form.addressId.value = id;
    form.preferred.value = isPreferred(customer.profile.addressBook, id);
}

function isComplete(form, book, id) {
    var name = form.addressId.value;
    if (!formHelpers.isComplete(form)) {
        return false;
    }
    return name !== id && book.getAddress(name) !== null
        ? formHelpers.refuse(form.addressId, 'error.addressId')
        : true;
}

/**
 * Keeps what a form says as the address of that ID, or as a new one. Answers whether that was possible; else
 * the fields say why not.
 */
function save(form, customer, id) {
    var book = customer.profile.addressBook;
    if (!isComplete(form, book, id)) {
        return false;
    }
    Transaction.wrap(function () {
        var address = id ? book.getAddress(id) : book.createAddress(form.addressId.value);
        address.setID(form.addressId.value);
        form.address.copyTo(address);
        if (form.preferred.checked) {
            book.setPreferredAddress(address);
        }
    });
    return true;
}

module.exports = { fill: fill, save: save };
