'use strict';

/** Content slots: which configuration of the site's archive a slot shows, and what is in it. */

const { isListed } = require('./customerGroups');
const offers = require('./promotions/offers');
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

const read = new Map();

/** All of the site's documents of a kind, read once a request: a page has many slots. */
function documents(kind) {
    if (!read.has(kind)) {
        read.set(kind, records.records(kind).map((record) => record.document));
    }
    return read.get(kind);
}

/** Whether a configuration that is the site's own, without a campaign, applies now. */
function appliesToSite({ assignedToSite, schedule, customerGroups }) {
    return assignedToSite !== 'false' && offers.isNow(schedule || {}) && isListed(require('./visitors').current(), customerGroups);
}

/** Whether an assignment to a campaign applies now, for the visitor and what is in the basket. */
function appliesInCampaign({ campaignId, schedule, customerGroups }) {
    const basket = require('dw/order/BasketMgr').getCurrentBasket();
    return offers.isOpen(campaignId, basket) && offers.isNow(schedule || {}) && isListed(require('./visitors').current(), customerGroups);
}

/** The ranks at which a configuration applies now: as the site's own, and in campaigns. */
function ranks(document) {
    const { slotId, context, contextId: owner, configurationId } = document;
    const isOfIt = (it) => it.slotId === slotId && it.context === context && it.contextId === owner && it.configurationId === configurationId;
    const assigned = documents('slot-assignment').filter((it) => isOfIt(it) && appliesInCampaign(it));
    return (appliesToSite(document) ? [document] : []).concat(assigned).map(rank);
}

/** The configurations of a slot that apply now, the best first: those with a schedule before the default ones. */
function applying(id, context, owner) {
    return documents('slot')
        .filter((document) => document.slotId === id && document.context === context && (document.contextId || '') === owner)
        .filter((document) => document.enabled !== false)
        .map((document) => ({ document, ranks: ranks(document) }))
        .filter((it) => it.ranks.length > 0)
        .sort((left, right) => (left.document.default === 'true') - (right.document.default === 'true') || Math.min(...left.ranks) - Math.min(...right.ranks))
        .map((it) => it.document);
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
