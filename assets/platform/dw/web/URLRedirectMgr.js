'use strict';

const { manager } = require('../../internal/bean');
const context = require('../../internal/context');

/** Where old addresses lead. A site without a site archive has no redirects. */
class URLRedirectMgr {
    static getRedirect() {
        return null;
    }

    static getRedirectOrigin() {
        const { path, query_string: query } = context.request;
        return query ? `${path}?${query}` : path;
    }
}

module.exports = manager(URLRedirectMgr, 'dw.web.URLRedirectMgr', {
    redirect: () => URLRedirectMgr.getRedirect(),
    redirectOrigin: () => URLRedirectMgr.getRedirectOrigin()
});
