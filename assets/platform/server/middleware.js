'use strict';

const MISMATCH = 'Params do not match route';

function only(test) {
    return function (req, res, next) {
        if (test(req)) {
            next();
        } else {
            next(new Error(MISMATCH));
        }
    };
}

/** Functions that end a route when a request isn't what it is for. */
module.exports = {
    get: only((req) => req.httpMethod === 'GET' || req.httpMethod === 'HEAD'),
    post: only((req) => req.httpMethod === 'POST'),
    https: only((req) => req.https),
    http: only((req) => !req.https),
    include: only((req) => req.includeRequest)
};
