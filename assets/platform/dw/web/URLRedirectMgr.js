'use strict';

const { manager } = require('../../internal/bean');
const context = require('../../internal/context');
const redirects = require('../../internal/redirects');

/** Where addresses lead that the shop once had, as the site's archive says. */
class URLRedirectMgr {
    static getRedirect() {
        const origin = URLRedirectMgr.getRedirectOrigin();
        const document = host.call('redirect.find', { origin });
        return document === null ? null : redirects.destinationOf(document, origin);
    }

    /** The address without the part that names the site. */
    static getRedirectOrigin() {
        const { path, query_string: query } = context.request;
        const { id } = context.site;
        const site = [`/on/demandware.store/Sites-${id}-Site`, `/s/${id}`].find((prefix) => path.startsWith(prefix)) || '';
        return path.slice(site.length) + (query ? `?${query}` : '');
    }
}

module.exports = manager(URLRedirectMgr, 'dw.web.URLRedirectMgr', {
    redirect: () => URLRedirectMgr.getRedirect(),
    redirectOrigin: () => URLRedirectMgr.getRedirectOrigin()
});
