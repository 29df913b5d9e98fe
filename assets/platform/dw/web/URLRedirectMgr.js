'use strict';

const { manager } = require('../../internal/bean');
const context = require('../../internal/context');
const redirects = require('../../internal/redirects');

/** Where addresses lead that the shop once had, as the site's archive says. */
class URLRedirectMgr {
    static getRedirect() {
        const origin = URLRedirectMgr.getRedirectOrigin();
        const document = host.call('redirect.find', { origin });
        if (document !== null) {
            return redirects.destinationOf(document, origin);
        }
        const mapping = host.call('redirect.mapped', { origin });
        return mapping === null ? null : redirects.mappedTo(mapping);
    }

    /** The address without the part that names the site. */
    static getRedirectOrigin() {
        return context.request.redirect_origin;
    }
}

module.exports = manager(URLRedirectMgr, 'dw.web.URLRedirectMgr', {
    redirect: true,
    redirectOrigin: true
});
