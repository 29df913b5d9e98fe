'use strict';

var server = require('server');
var URLRedirectMgr = require('dw/web/URLRedirectMgr');

/** What no address of the shop's is: it may have moved, else there is nothing. */
server.get('Start', function (req, res, next) {
    var redirect = URLRedirectMgr.redirect;
    if (redirect) {
        res.setRedirectStatus(redirect.status);
        res.redirect(redirect.location);
    } else {
        res.setStatusCode(404);
        res.render('notFound', { what: URLRedirectMgr.redirectOrigin });
    }
    next();
});

module.exports = server.exports();
