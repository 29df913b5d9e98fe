'use strict';

const { held, define } = require('../../internal/bean');
const { customOf } = require('../../internal/container');
const { live, choice } = require('../../internal/paperwork');
const { typeName } = require('../../internal/typeNames');
const Extensible = require('dw/object/Extensible');
const FilteringCollection = require('dw/util/FilteringCollection');
const SumItem = require('dw/order/SumItem');

/** A document of an order that has items, each of which is about one of the order's. */
class AbstractItemCtnr extends Extensible {
    constructor(document, order) {
        super();
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'owner', { value: order, enumerable: false });
    }

    getCustom() {
        return customOf(this[held], typeName(this));
    }

    getOrder() {
        return this.owner;
    }

    getCreationDate() {
        return new Date(this[held].created);
    }

    getLastModified() {
        return new Date(this[held].modified || this[held].created);
    }

    getCreatedBy() {
        return this[held].created_by;
    }

    getModifiedBy() {
        return this[held].created_by;
    }

    getStatus() {
        return choice(this[held].status);
    }

    getItems() {
        return new FilteringCollection(this[held].items.map((document) => live(document, () => this.itemOf(document))), (item) => item.itemID);
    }

    /** Whether nothing of it can be changed any more but custom attributes. */
    isClosed() {
        return false;
    }

    requireOpen() {
        if (this.isClosed()) {
            throw new Error(`The document ${this[held].number} is ${this.getStatus()}: it can't be changed any more`);
        }
    }

    change(values) {
        this.requireOpen();
        Object.assign(this[held], values, { modified: new Date().toISOString() });
    }

    addItem(document) {
        this.change({ items: this[held].items.concat(document) });
        return live(document, () => this.itemOf(document));
    }

    #sum(items) {
        return new SumItem(items.toArray(), this.owner);
    }

    getGrandTotal() {
        return this.#sum(this.getItems());
    }

    getProductSubtotal() {
        return this.#sum(this.getItems().select(this.constructor.QUALIFIER_PRODUCTITEMS));
    }

    getServiceSubtotal() {
        return this.#sum(this.getItems().select(this.constructor.QUALIFIER_SERVICEITEMS));
    }

    toString() {
        return `[${this.constructor.name} ${this[held].number}]`;
    }
}

module.exports = define(AbstractItemCtnr, 'dw.order.AbstractItemCtnr', {
    get: {
        order: true,
        items: true,
        creationDate: true,
        createdBy: true,
        lastModified: true,
        modifiedBy: true,
        productSubtotal: true,
        serviceSubtotal: true,
        grandTotal: true
    },
    apart: ['order', 'items']
});
