'use strict';

var CSRFProtection = require('dw/web/CSRFProtection');

/** Puts the session's token into the view, for the page's forms. */
function generateToken(req, res, next) {
    res.setViewData({
        csrf: { name: CSRFProtection.tokenName, token: CSRFProtection.generateToken() }
    });
    next();
}

/** Ends requests that didn't come from one of our own forms. */
function validateRequest(req, res, next) {
    if (!CSRFProtection.validateRequest()) {
        res.setStatusCode(403);
        res.render('notFound', { what: 'csrf_token' });
        return this.done();
    }
    return next();
}

module.exports = { generateToken: generateToken, validateRequest: validateRequest };
