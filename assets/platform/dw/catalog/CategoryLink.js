'use strict';

const { held, define } = require('../../internal/bean');
const { numbered } = require('../../internal/linked');

const CONSTANTS = { LINKTYPE_OTHER: 1, LINKTYPE_ACCESSORY: 2, LINKTYPE_CROSS_SELL: 4, LINKTYPE_UP_SELL: 5, LINKTYPE_SPARE_PART: 6 };
const NAMED = { other: 1, accessory: 2, 'cross-sell': 4, 'up-sell': 5, 'spare-part': 6 };

/** That a category leads to another one. */
class CategoryLink {
    constructor(source, target, type) {
        Object.defineProperty(this, held, { value: { source, target, type: numbered(NAMED, type) } });
    }

    toString() {
        return `[CategoryLink ${this.sourceCategory.ID} ${this.targetCategory.ID}]`;
    }
}

module.exports = define(CategoryLink, 'dw.catalog.CategoryLink', {
    get: {
        sourceCategory: (link) => link[held].source,
        targetCategory: (link) => link[held].target,
        typeCode: (link) => link[held].type
    },
    constants: CONSTANTS,
    apart: ['sourceCategory', 'targetCategory']
});
