'use strict';

var Logger = require('dw/system/Logger');
var Status = require('dw/system/Status');

/** A visitor came for the first time: the page that he came to is remembered. */
exports.onSession = function () {
    session.custom.landingPage = request.httpPath;
    Logger.getLogger('visits').debug('a visitor came to {0}', request.httpPath);
    return new Status(Status.OK);
};

/** What every answer says to browsers. */
exports.onRequest = function () {
    response.setHttpHeader('X-Content-Type-Options', 'nosniff');
    response.setHttpHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
    return new Status(Status.OK);
};
