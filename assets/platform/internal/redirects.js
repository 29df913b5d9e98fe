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

/** The page for each kind of destination, as `[action, parameter]`. */
const DESTINATIONS = {
    product: ['Product-Show', 'pid'],
    category: ['Search-Show', 'cgid'],
    content: ['Page-Show', 'cid'],
    folder: ['Search-ShowContent', 'fdid']
};

function addressOf({ destinationType: type, destinationId: id, destinationUrl: url, productCategoryId: category }) {
    if (url || !Object.hasOwn(DESTINATIONS, type)) {
        return url || null;
    }
    const [action, parameter] = DESTINATIONS[type];
    const page = require('dw/web/URLUtils').url(action, parameter, id);
    return String(type === 'product' && category ? page.append('cgid', category) : page);
}

/** Where an archive's redirect leads: a page or an address, with the parameters that it says and those of the source if it wants them. */
function destinationOf(document, origin) {
    const URLRedirect = require('dw/web/URLRedirect');
    const address = addressOf(document);
    if (address === null) {
        return null;
    }
    const source = document.copySourceParams === 'yes' ? origin.split('?')[1] : null;
    const more = [document.additionalUrlParams, source].filter(Boolean).map((it) => it.replace(/^[?&]/, '')).join('&');
    const location = more === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${more}`;
    return new URLRedirect(location, document.statusCode || 301);
}

/** Where an archive's mapping leads: an action or a static file, on another host if it names one. */
function mappedTo({ protocol, host: hostName, locale, action, parameters, path }) {
    const URLAction = require('dw/web/URLAction');
    const URLRedirect = require('dw/web/URLRedirect');
    const URLUtils = require('dw/web/URLUtils');
    const address = action === undefined
        ? URLUtils.staticURL(path)
        : URLUtils.url(new URLAction(action, null, locale || request.locale), ...parameters.flat());
    const origin = hostName || protocol ? `${protocol || request.httpProtocol}://${hostName || request.httpHost}` : '';
    return new URLRedirect(origin + String(address), 301);
}

module.exports = { targetOf, destinationOf, mappedTo };
