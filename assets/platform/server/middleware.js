'use strict';

const MISMATCH = 'Params do not match route';

/** A step has its own name, by which it is known in the chain of a route. */
function only(name, test) {
    const step = function (req, res, next) {
        if (test(req)) {
            next();
        } else {
            next(new Error(MISMATCH));
        }
    };
    return Object.defineProperty(step, 'name', { value: name });
}

/** Functions that end a route when a request isn't what it is for. */
module.exports = {
    get: only('get', (req) => req.httpMethod === 'GET' || req.httpMethod === 'HEAD'),
    post: only('post', (req) => req.httpMethod === 'POST'),
    https: only('https', (req) => req.https),
    http: only('http', (req) => !req.https),
    include: only('include', (req) => req.includeRequest)
};
