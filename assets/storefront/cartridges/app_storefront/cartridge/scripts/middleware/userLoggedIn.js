'use strict';

var URLUtils = require('dw/web/URLUtils');

/** Ends requests of visitors who aren't logged in: they are asked to. */
function validateLoggedIn(req, res, next) {
    if (!req.currentCustomer.raw.authenticated) {
        res.redirect(URLUtils.url('Account-Show'));
        return this.done();
    }
    return next();
}

module.exports = { validateLoggedIn: validateLoggedIn };
