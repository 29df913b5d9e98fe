'use strict';

const { held, define } = require('../../internal/bean');
const records = require('../../internal/records');
const ArrayList = require('dw/util/ArrayList');

/** Source codes with one meaning. */
class SourceCodeGroup {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getPriceBooks() {
        const PriceBookMgr = require('dw/catalog/PriceBookMgr');
        return new ArrayList((this[held].pricebook || []).map(({ pricebookId }) => PriceBookMgr.getPriceBook(pricebookId)).filter(Boolean));
    }

    getCustom() {
        return records.custom(this[held], 'SourceCodeGroup');
    }

    toString() {
        return `[SourceCodeGroup id=${this.getID()}]`;
    }
}

module.exports = define(SourceCodeGroup, 'dw.campaign.SourceCodeGroup', {
    get: { ID: true, priceBooks: true, custom: true },
    apart: ['priceBooks']
});
