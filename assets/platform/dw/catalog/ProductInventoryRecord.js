'use strict';

const { held, define } = require('../../internal/bean');
const { number } = require('../../internal/converted');
const { customOf, edited } = require('../../internal/edited');
const { dates } = require('../../internal/fields');
const reservations = require('../../internal/reservations');
const Quantity = require('dw/value/Quantity');

/** Pieces of what never runs out. */
const ENDLESS = 999999;
/** How long ago stock may have been counted. */
const LONGEST = 48 * 3600 * 1000;

/** A quantity that is none below zero. */
function pieces(value, name) {
    const count = number(value, name);
    if (count < 0) {
        throw new TypeError(`${name} is not below 0`);
    }
    return count;
}

/**
 * How many pieces there are. The document: `id` and `list`, `allocation` (what there was at first), `taken` (what orders took),
 * `counted` (of which that much was taken when the allocation was set), `perpetual`, `handling` (`none`, `preorder`,
 * `backorder`), `later` (pieces that can be ordered beyond), `inStockDate`, `onOrder` (pieces that were
 * ordered and aren't exported; `countsOnOrder` tells whether the list counts them), `allocated` (when there was `allocation`), `custom`.
 */
class ProductInventoryRecord {
    constructor(document) {
        Object.defineProperty(this, held, { value: edited('inventory', `${document.list}|${document.id}`, document) });
    }

    /** What orders took, those of this request too. */
    #taken() {
        const { list, id, taken } = this[held];
        return taken + require('dw/order/OrderMgr').takenHere(list, id);
    }

    #left() {
        const { allocation, perpetual, counted = 0 } = this[held];
        return Math.max(0, (perpetual ? ENDLESS : allocation) - (this.#taken() - counted));
    }

    /** What can be ordered: what is there and isn't held back or ordered elsewhere, and what may be ordered before it is there. */
    getATS() {
        const { onOrder, countsOnOrder } = this[held];
        const away = this.#reserved() + (countsOnOrder ? onOrder : 0);
        return new Quantity(Math.max(0, this.#left() + this.#later() - away), '');
    }

    #reserved() {
        return this[held].perpetual ? 0 : reservations.held(this[held].list, this[held].id);
    }

    getAllocation() {
        return new Quantity(this[held].allocation, '');
    }

    /** `(quantity[, resetDate])`; without a date it was counted now, and what was ordered before is out of the house. */
    setAllocation(quantity, date = new Date()) {
        const [count, now] = [pieces(quantity, 'An allocation'), Date.now()];
        if (date < now - LONGEST || date < this.getAllocationResetDate()) {
            throw new TypeError('An allocation is reset at most 48 hours ago, and not before it was last');
        }
        Object.assign(this[held], { allocation: count, counted: this.#taken(), allocated: new Date(date).toISOString() });
    }

    getStockLevel() {
        return new Quantity(this.#left(), '');
    }

    getOnHand() {
        return this.getStockLevel();
    }

    getOnOrder() {
        return new Quantity(this[held].onOrder, '');
    }

    /** What is held back for baskets. */
    getReserved() {
        return new Quantity(this.#reserved(), '');
    }

    /** What was sold of the allocation. */
    getTurnover() {
        return new Quantity(this[held].allocation - this.#left(), '');
    }

    getAllocationResetDate() {
        return this[held].allocated ? new Date(this[held].allocated) : null;
    }

    getPreorderBackorderAllocation() {
        return new Quantity(this.#later(), '');
    }

    setPreorderBackorderAllocation(quantity) {
        this[held].later = pieces(quantity, 'An allocation');
    }

    getCustom() {
        return customOf(this[held], 'ProductInventoryRecord');
    }

    isPreorderable() {
        return this[held].handling === 'preorder';
    }

    setPreorderable(isPreorderable) {
        this.#handle('preorder', isPreorderable);
    }

    isBackorderable() {
        return this[held].handling === 'backorder';
    }

    setBackorderable(isBackorderable) {
        this.#handle('backorder', isBackorderable);
    }

    /** What is handled one way isn't handled the other; that it isn't handled the one way says nothing of the other. */
    #handle(handling, isWanted) {
        if (isWanted) {
            this[held].handling = handling;
        } else if (this[held].handling === handling) {
            this[held].handling = 'none';
        }
    }

    #later() {
        return this.isPreorderable() || this.isBackorderable() ? this[held].later : 0;
    }

    toString() {
        return `[ProductInventoryRecord ATS=${this.getATS().value}]`;
    }
}

module.exports = define(ProductInventoryRecord, 'dw.catalog.ProductInventoryRecord', {
    get: {
        ATS: true,
        allocation: true,
        stockLevel: true,
        onHand: true,
        onOrder: true,
        reserved: true,
        turnover: true,
        allocationResetDate: true,
        preorderBackorderAllocation: true,
        inStockDate: dates(['inStockDate']).inStockDate,
        custom: true
    },
    is: {
        perpetual: {
            get: (record) => record[held].perpetual,
            set: (record, isPerpetual) => { record[held].perpetual = Boolean(isPerpetual); }
        },
        preorderable: true,
        backorderable: true
    },
    apart: ['preorderBackorderAllocation', 'inStockDate', 'custom', 'preorderable', 'backorderable']
});
