'use strict';

const { held, define } = require('../../internal/bean');
const inventory = require('../../internal/inventory');
const { isOnline } = require('../../internal/online');
const ProductAvailabilityLevels = require('dw/catalog/ProductAvailabilityLevels');
const ProductInventoryRecord = require('dw/catalog/ProductInventoryRecord');

const IN_STOCK = 'IN_STOCK';
const NOT_AVAILABLE = 'NOT_AVAILABLE';
const PREORDER = 'PREORDER';
const BACKORDER = 'BACKORDER';

function checked(quantity) {
    if (!(quantity > 0)) {
        throw new TypeError(`A quantity is above 0, not ${quantity}`);
    }
    return quantity;
}

function average(numbers) {
    return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function levels(quantity, inStock, orderable, isPreorder) {
    const later = orderable - inStock;
    return { inStock, preorder: isPreorder ? later : 0, backorder: isPreorder ? 0 : later, notAvailable: quantity - orderable };
}

/** How a wished quantity is met by a record, from the stock first. */
function ofRecord(record, quantity) {
    const orderable = Math.min(quantity, record.ATS.value);
    return levels(quantity, Math.min(orderable, record.stockLevel.value), orderable, record.preorderable);
}

/** How it is met by several of them together. */
function ofAll(all, quantity) {
    const sum = (name) => all.reduce((pieces, each) => pieces + each[name], 0);
    const inStock = Math.min(quantity, sum('inStock'));
    const orderable = Math.min(quantity, inStock + sum('preorder') + sum('backorder'));
    return levels(quantity, inStock, orderable, sum('preorder') > 0);
}

/** The share of what a record had at first that can still be sold. */
function shareOf({ [held]: { isThere }, perpetual, ATS, allocation, preorderBackorderAllocation }) {
    const first = allocation.value + preorderBackorderAllocation.value;
    if (ATS.value === 0) {
        return 0;
    }
    return perpetual || !isThere || first === 0 ? 1 : ATS.value / first;
}

/**
 * Whether a product can be bought now: by its own record in the inventory list; a master and a set without one by those
 * of what belongs to them, a bundle by those of its parts and its own.
 */
class ProductAvailabilityModel {
    #product;
    #list;
    #record;
    #isThere;

    /** By the site's inventory list, unless another is named. */
    constructor(product, list) {
        this.#product = product;
        this.#list = list;
        this.#record = inventory.record(product[held].id, list);
        this.#isThere = this.#record[held].isThere;
    }

    getInventoryRecord() {
        return this.#isThere ? this.#record : null;
    }

    #hasVariants() {
        return this.#product.master || this.#product.variationGroup;
    }

    /** The records of the variants of a master or a group that are online. */
    #variants() {
        const all = (this.#record[held].variants || []).map((document) => new ProductInventoryRecord(document));
        return all.filter((record) => isOnline(record) && record[held].available !== false);
    }

    /** The model of another product, by the same list. */
    #of(product) {
        return new ProductAvailabilityModel(product, this.#list);
    }

    /** The models of a set's products that are online. */
    #ofSet() {
        return this.#product.productSetProducts.toArray().filter(isOnline).map((product) => this.#of(product));
    }

    /** The parts of a bundle, unless the list counts bundles alone. */
    #parts() {
        const model = (part) => ({ model: this.#of(part), count: this.#product.getBundledProductQuantity(part).value });
        return this.#product.bundle && !this.#record[held].bundlesAlone ? this.#product.bundledProducts.toArray().map(model) : [];
    }

    /** How a quantity is met. */
    levels(quantity) {
        if (!isOnline(this.#product)) {
            return levels(quantity, 0, 0, false);
        }
        if (!this.#isThere && this.#hasVariants()) {
            return ofAll(this.#variants().map((record) => ofRecord(record, quantity)), quantity);
        }
        if (!this.#isThere && this.#product.productSet) {
            return ofAll(this.#ofSet().map((model) => model.levels(quantity)), quantity);
        }
        const parts = this.#parts();
        return parts.length === 0 ? ofRecord(this.#record, quantity) : this.#ofBundle(parts, quantity);
    }

    #ofBundle(parts, quantity) {
        const all = parts.map(({ model, count }) => {
            const found = model.levels(quantity * count);
            const whole = (pieces) => Math.floor(pieces / count);
            return { inStock: whole(found.inStock), orderable: whole(quantity * count - found.notAvailable), preorder: found.preorder };
        });
        if (this.#isThere) {
            const own = ofRecord(this.#record, quantity);
            all.push({ inStock: own.inStock, orderable: quantity - own.notAvailable, preorder: own.preorder });
        }
        const least = (name) => Math.min(...all.map((each) => each[name]));
        return levels(quantity, least('inStock'), least('orderable'), all.some((each) => each.preorder > 0));
    }

    #usual() {
        return this.#product.minOrderQuantity.value;
    }

    isInStock(quantity = this.#usual()) {
        return this.levels(checked(quantity)).inStock >= quantity;
    }

    isOrderable(quantity = this.#usual()) {
        return this.getAvailabilityLevels(quantity).notAvailable.value === 0;
    }

    /** The share of what there was at first that can still be sold. */
    getAvailability() {
        if (!this.isOrderable()) {
            return 0;
        }
        if (!this.#isThere && this.#hasVariants()) {
            return average(this.#variants().map(shareOf));
        }
        if (!this.#isThere && this.#product.productSet) {
            return Math.max(0, ...this.#ofSet().map((model) => model.availability));
        }
        const parts = this.#parts().map(({ model }) => model.availability);
        return Math.min(...parts, ...(parts.length === 0 || this.#isThere ? [shareOf(this.#record)] : []));
    }

    /** The share of what belongs to it that is in stock. */
    getSKUCoverage() {
        const { productSet, bundle } = this.#product;
        if (bundle) {
            return Number(this.#product.bundledProducts.toArray().every(isOnline));
        }
        if (this.#hasVariants()) {
            return average(this.#variants().map((record) => (record.stockLevel.value > 0 ? shareOf(record) : 0)));
        }
        if (productSet) {
            return average(this.#ofSet().map((model) => Number(model.orderable)));
        }
        return this.isInStock() ? this.getAvailability() : 0;
    }

    /** Nobody knows how fast anything sells. */
    getTimeToOutOfStock() {
        return this.isInStock() && this.#record.perpetual ? 1 : 0;
    }

    getAvailabilityStatus() {
        const quantity = this.#usual();
        const { inStock, preorder, notAvailable } = this.getAvailabilityLevels(quantity);
        if (notAvailable.value > 0) {
            return NOT_AVAILABLE;
        }
        if (inStock.value >= quantity) {
            return IN_STOCK;
        }
        return preorder.value > 0 ? PREORDER : BACKORDER;
    }

    getAvailabilityLevels(quantity) {
        const found = this.levels(checked(quantity));
        return new ProductAvailabilityLevels(this.#product.availableFlag === false ? levels(quantity, 0, 0, false) : found);
    }

    toString() {
        return `[ProductAvailabilityModel ${this.getAvailabilityStatus()}]`;
    }
}

Object.defineProperty(ProductAvailabilityModel.prototype, 'levels', { enumerable: false });

module.exports = define(ProductAvailabilityModel, 'dw.catalog.ProductAvailabilityModel', {
    get: {
        availability: true,
        availabilityStatus: true,
        inventoryRecord: true,
        SKUCoverage: true,
        timeToOutOfStock: true
    },
    is: { inStock: true, orderable: true },
    apart: ['SKUCoverage', 'timeToOutOfStock'],
    constants: {
        AVAILABILITY_STATUS_IN_STOCK: IN_STOCK,
        AVAILABILITY_STATUS_NOT_AVAILABLE: NOT_AVAILABLE,
        AVAILABILITY_STATUS_BACKORDER: BACKORDER,
        AVAILABILITY_STATUS_PREORDER: PREORDER
    }
});
