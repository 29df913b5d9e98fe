'use strict';

/** The page for each kind of target, as `[field, its ID, action, parameter]`. */
const PAGES = [
    ['productRedirect', 'productId', 'Product-Show', 'pid'],
    ['categoryRedirect', 'categoryId', 'Search-Show', 'cgid'],
    ['pageRedirect', 'pageId', 'Page-Show', 'cid']
];

/** Where the archive's target leads: a product, a category, a page, a pipeline, an address, or the shop's first page. */
function targetOf(document) {
    const URLRedirect = require('dw/web/URLRedirect');
    const URLUtils = require('dw/web/URLUtils');
    if (!document) {
        return null;
    }
    const page = PAGES.find(([field]) => document[field]);
    if (page) {
        const [field, id, action, parameter] = page;
        return new URLRedirect(String(URLUtils.url(action, parameter, document[field][id])), 301);
    }
    if (document.pipelineRedirect) {
        return new URLRedirect(String(URLUtils.url(document.pipelineRedirect.pipelineName)), 301);
    }
    if (document.urlRedirect) {
        return new URLRedirect(document.urlRedirect.url, 301);
    }
    return document.defaultRedirect ? new URLRedirect(String(URLUtils.url('Home-Show')), 301) : null;
}

module.exports = { targetOf };
