'use strict';

const { held, define } = require('../../internal/bean');
const { imageOf } = require('../../internal/media');
const products = require('../../internal/products');
const records = require('../../internal/records');
const { catalogue } = require('../../internal/staticFiles');
const MarkupText = require('dw/content/MarkupText');

/** Kinds of recommendations have numbers; these three had names once. */
const NAMED = { 'cross-sell': 1, 'up-sell': 2, other: 3 };

function markup(text) {
    return text ? new MarkupText(text) : null;
}

/** That a catalogue recommends a product beside another one, or in a category. */
class Recommendation {
    #catalog;

    /** Of the site's catalogue, or of one that is named. */
    constructor(document, source, catalog) {
        this.#catalog = catalog;
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'source', { value: source, enumerable: false });
    }

    getRecommendationType() {
        const { type } = this[held];
        return NAMED[type] || Number(type) || 0;
    }

    getRecommendedItem() {
        return products.product(this[held].targetId);
    }

    getCatalog() {
        return this.#catalog || require('dw/catalog/CatalogMgr').getSiteCatalog();
    }

    getImage() {
        return this[held].image ? imageOf(this[held].image, { owner: catalogue(this.getCatalog().ID) }) : null;
    }

    getName() {
        return this[held].displayName || null;
    }

    getCustom() {
        return records.custom(this[held], 'Recommendation');
    }

    toString() {
        return `[Recommendation ${this.source.ID} ${this[held].targetId}]`;
    }
}

module.exports = define(Recommendation, 'dw.catalog.Recommendation', {
    get: {
        recommendationType: true,
        recommendedItem: true,
        recommendedItemID: (it) => it[held].targetId,
        sourceItem: (it) => it.source,
        sourceItemID: (it) => it.source.ID,
        catalog: true,
        name: true,
        calloutMsg: (it) => markup(it[held].calloutMessage),
        shortDescription: (it) => markup(it[held].shortDescription),
        longDescription: (it) => markup(it[held].longDescription),
        image: true,
        custom: true
    },
    constants: { RECOMMENDATION_TYPE_CROSS_SELL: 1, RECOMMENDATION_TYPE_UP_SELL: 2, RECOMMENDATION_TYPE_OTHER: 3 },
    apart: ['recommendedItem', 'sourceItem', 'catalog']
});
