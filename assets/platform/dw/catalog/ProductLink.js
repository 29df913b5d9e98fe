'use strict';

const { held, define } = require('../../internal/bean');
const { numbered } = require('../../internal/linked');

const CONSTANTS = {
    LINKTYPE_CROSS_SELL: 1, LINKTYPE_REPLACEMENT: 2, LINKTYPE_UP_SELL: 3, LINKTYPE_ACCESSORY: 4,
    LINKTYPE_NEWER_VERSION: 5, LINKTYPE_ALT_ORDERUNIT: 6, LINKTYPE_SPARE_PART: 7, LINKTYPE_OTHER: 8
};
const NAMED = {
    'cross-sell': 1, replacement: 2, 'up-sell': 3, accessory: 4, 'newer-version': 5, 'alt-orderunit': 6, 'spare-part': 7, other: 8
};

/** That a product leads to another one. */
class ProductLink {
    constructor(source, target, type) {
        Object.defineProperty(this, held, { value: { source, target, type: numbered(NAMED, type) } });
    }

    toString() {
        return `[ProductLink ${this.sourceProduct.ID} ${this.targetProduct.ID}]`;
    }
}

module.exports = define(ProductLink, 'dw.catalog.ProductLink', {
    get: {
        sourceProduct: (link) => link[held].source,
        targetProduct: (link) => link[held].target,
        typeCode: (link) => link[held].type
    },
    constants: CONSTANTS,
    apart: ['sourceProduct', 'targetProduct']
});
