'use strict';

/** Content slots: which configuration of the site's archive a slot shows, and what is in it. */

const { isListed } = require('./customerGroups');
const { isNow } = require('./promotions/offers');
const records = require('./records');

/** The category or folder that a slot belongs to; empty for a global one. */
function contextId(attributes) {
    const object = attributes['context-object'];
    if (String(attributes.context || 'global').toLowerCase() === 'global' || !object) {
        return '';
    }
    return String(object.ID === undefined ? object : object.ID);
}

function rank(document) {
    return document.rank === undefined ? Infinity : document.rank;
}

let configurations = null;

/** All of the site's, read once a request: a page has many slots. */
function configured() {
    configurations = configurations || records.records('slot').map((record) => record.document);
    return configurations;
}

/** The configurations of a slot that apply now, the best first: those with a schedule before the default ones. */
function applying(id, context, owner) {
    return configured()
        .filter((document) => document.slotId === id && document.context === context && (document.contextId || '') === owner)
        .filter((document) => document.enabled !== false && isNow(document.schedule || {}) && isListed(session.customer, document.customerGroups))
        .sort((left, right) => (left.default === 'true') - (right.default === 'true') || rank(left) - rank(right));
}

/** What a configuration holds: products, categories, content assets or texts, each that there is and is online. */
function items({ product, category, contentAsset, body }) {
    const products = require('./products');
    const isThere = (item) => item !== null && item.online !== false;
    if (product) {
        return product.map((item) => products.product(item.productId)).filter(isThere);
    }
    if (category) {
        return category.map((item) => products.category(item.categoryId)).filter(isThere);
    }
    if (contentAsset) {
        const ContentMgr = require('dw/content/ContentMgr');
        return contentAsset.map((item) => ContentMgr.getContent(item.contentId)).filter(isThere);
    }
    const MarkupText = require('dw/content/MarkupText');
    return body ? [new MarkupText(body)] : [];
}

/** `{template, content}` of the configuration that a slot shows; null if none applies. */
function contentOf(attributes) {
    const context = String(attributes.context || 'global').toLowerCase();
    const document = applying(String(attributes.id), context, contextId(attributes))[0];
    if (!document || !document.template) {
        return null;
    }
    const SlotContent = require('dw/campaign/SlotContent');
    return { template: document.template, content: new SlotContent(document, items(document.content || {})) };
}

module.exports = { contentOf };
