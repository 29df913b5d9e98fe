'use strict';

const { held, define } = require('../../internal/bean');
const { dates, flags, texts } = require('../../internal/fields');
const ArrayList = require('dw/util/ArrayList');
const EnumValue = require('dw/value/EnumValue');
const ProductListItem = require('dw/customer/ProductListItem');
const ProductListRegistrant = require('dw/customer/ProductListRegistrant');

const EXPORTS = ['NOTEXPORTED', 'EXPORTED'];

/** Products that somebody wants to keep in sight: a wish list, a gift registry. */
class ProductList {
    #items = new WeakMap();

    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].ID;
    }

    getType() {
        return this[held].type;
    }

    getOwner() {
        return this[held].owner ? require('dw/customer/CustomerMgr').getCustomerByCustomerNumber(this[held].owner) : null;
    }

    isAnonymous() {
        return !this[held].owner;
    }

    #item(document) {
        if (!this.#items.has(document)) {
            this.#items.set(document, new ProductListItem(document, this));
        }
        return this.#items.get(document);
    }

    getItems() {
        return new ArrayList(this[held].items.map((document) => this.#item(document)));
    }

    getItem(id) {
        return this.getItems().toArray().find((item) => item.ID === id) || null;
    }

    getProductItems() {
        return new ArrayList(this.getItems().toArray().filter((item) => item.type === ProductListItem.TYPE_PRODUCT));
    }

    getPublicItems() {
        return new ArrayList(this.getItems().toArray().filter((item) => item.public));
    }

    getGiftCertificateItem() {
        return this.getItems().toArray().find((item) => item.type === ProductListItem.TYPE_GIFT_CERTIFICATE) || null;
    }

    /** Whoever may see a list sees its items, unless somebody hides one. */
    #created(fieldsOfIt) {
        const id = host.call('random.id', null);
        const document = Object.assign({ uuid: id, created: new Date().toISOString(), quantity: 1, priority: 0, public: true, purchases: [], custom: {} }, fieldsOfIt);
        this[held].items.push(document);
        return this.#item(document);
    }

    createProductItem(product) {
        return this.#created({ type: ProductListItem.TYPE_PRODUCT, product: product.ID });
    }

    createGiftCertificateItem() {
        if (this.getGiftCertificateItem() !== null) {
            throw new Error('The list has a gift certificate already');
        }
        return this.#created({ type: ProductListItem.TYPE_GIFT_CERTIFICATE, product: null });
    }

    removeItem(item) {
        this[held].items = this[held].items.filter((document) => document.uuid !== item.ID);
    }

    getPurchases() {
        return new ArrayList([].concat(...this.getItems().toArray().map((item) => item.purchases.toArray())));
    }

    #registrant(name) {
        return this[held][name] ? new ProductListRegistrant(this[held][name]) : null;
    }

    #newRegistrant(name) {
        this[held][name] = { uuid: host.call('random.id', null), custom: {} };
        return this.#registrant(name);
    }

    getRegistrant() {
        return this.#registrant('registrant');
    }

    createRegistrant() {
        return this.#newRegistrant('registrant');
    }

    removeRegistrant() {
        this[held].registrant = null;
    }

    getCoRegistrant() {
        return this.#registrant('coRegistrant');
    }

    createCoRegistrant() {
        return this.#newRegistrant('coRegistrant');
    }

    removeCoRegistrant() {
        this[held].coRegistrant = null;
    }

    /** An address of the owner's stays the same when it gets another ID. */
    #address(name) {
        const [owner, kept] = [this.getOwner(), this[held][name]];
        const all = owner === null || !kept ? [] : owner.addressBook.addresses.toArray();
        return all.find((address) => address.UUID === kept || address.ID === kept) || null;
    }

    #setAddress(name, address) {
        this[held][name] = address ? address.UUID || address.ID : null;
    }

    getShippingAddress() {
        return this.#address('shippingAddress');
    }

    setShippingAddress(address) {
        this.#setAddress('shippingAddress', address);
    }

    getPostEventShippingAddress() {
        return this.#address('postEventShippingAddress');
    }

    setPostEventShippingAddress(address) {
        this.#setAddress('postEventShippingAddress', address);
    }

    /** After the event it is the other address, if there is one. */
    getCurrentShippingAddress() {
        const isOver = this[held].eventDate && new Date(this[held].eventDate) < new Date();
        return (isOver ? this.getPostEventShippingAddress() : null) || this.getShippingAddress();
    }

    getExportStatus() {
        const status = this[held].exportStatus || 0;
        return new EnumValue(status, EXPORTS[status]);
    }

    getLastExportTime() {
        return this[held].exported ? new Date(this[held].exported) : null;
    }

    toString() {
        return `[ProductList id=${this.getID()} type=${this.getType()}]`;
    }
}

module.exports = define(ProductList, 'dw.customer.ProductList', {
    changes: ['createCoRegistrant', 'createGiftCertificateItem', 'createProductItem', 'createRegistrant', 'removeCoRegistrant',
        'removeItem', 'removeRegistrant'],
    get: Object.assign({ ID: true, type: true }, texts(['name', 'description', 'eventCity', 'eventCountry', 'eventState', 'eventType']),
        dates(['eventDate']), {
            items: true,
            productItems: true,
            publicItems: true,
            giftCertificateItem: true,
            purchases: true,
            owner: true,
            registrant: true,
            coRegistrant: true,
            shippingAddress: true,
            postEventShippingAddress: true,
            currentShippingAddress: true,
            exportStatus: true,
            lastExportTime: true,
            custom: true
        }),
    is: Object.assign(flags(['public']), { anonymous: (list) => list.isAnonymous() }),
    apart: ['owner', 'purchases', 'productItems', 'publicItems']
});
