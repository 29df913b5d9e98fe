'use strict';

const { held, define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');

/** A tax: its type, its rate and what it is called. */
class TaxGroup {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    /** `rate` is 1 for 100 %. */
    static create(type, caption, description, rate) {
        return new TaxGroup({ type, caption, description, rate: rate === null ? null : Number(rate) });
    }

    getTaxType() {
        return this[held].type;
    }

    getRate() {
        return this[held].rate;
    }

    toString() {
        return `[TaxGroup ${this[held].type}]`;
    }
}

module.exports = define(TaxGroup, 'dw.order.TaxGroup', {
    get: Object.assign({ taxType: true, rate: true }, facts(['caption', 'description']))
});
