'use strict';

const { held, define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const CustomerAddress = require('dw/customer/CustomerAddress');

/** Addresses met so far: one document is the same object all through a request. */
const known = new WeakMap();

function addressOf(document) {
    if (!known.has(document)) {
        known.set(document, new CustomerAddress(document));
    }
    return known.get(document);
}

/** The addresses of a customer; the preferred one comes first. */
class AddressBook {
    constructor(profile) {
        Object.defineProperty(this, held, { value: profile });
    }

    documents() {
        this[held].addresses = this[held].addresses || [];
        return this[held].addresses;
    }

    getAddresses() {
        const sorted = this.documents().slice().sort((left, right) => Number(Boolean(right.preferred)) - Number(Boolean(left.preferred)));
        return new ArrayList(sorted.map(addressOf));
    }

    getAddress(id) {
        const found = this.documents().find((document) => document.id === String(id));
        return found === undefined ? null : addressOf(found);
    }

    /** Nothing if there is an address of that ID. The first one is preferred. */
    createAddress(id) {
        if (this.getAddress(id) !== null) {
            return null;
        }
        const document = { id: String(id), uuid: host.call('random.id', null), created: new Date().toISOString(), custom: {}, preferred: this.documents().length === 0 };
        this.documents().push(document);
        return addressOf(document);
    }

    removeAddress(address) {
        const left = this.documents().filter((document) => document !== address[held]);
        this[held].addresses = left;
        if (address[held].preferred && left.length > 0) {
            left[0].preferred = true;
        }
    }

    getPreferredAddress() {
        const found = this.documents().find((document) => document.preferred);
        return found === undefined ? null : addressOf(found);
    }

    setPreferredAddress(address) {
        this.documents().forEach((document) => {
            document.preferred = Boolean(address) && document === address[held];
        });
    }

    toString() {
        return `[AddressBook ${this.documents().length}]`;
    }
}

Object.defineProperty(AddressBook.prototype, 'documents', { enumerable: false });

module.exports = define(AddressBook, 'dw.customer.AddressBook', {
    changes: ['createAddress', 'removeAddress', 'setPreferredAddress'],
    get: { addresses: true, preferredAddress: true }
});
