'use strict';

/** The addresses that a visitor has asked for in a session: `{first, last, isPartial}`. */

/** The platform keeps no more; the first one is kept besides. */
const MOST = 50;

function entry(context) {
    const { request, controller } = context;
    return {
        timestamp: Date.now(),
        host: request.host,
        locale: request.locale,
        path: request.path,
        pipelineName: `${controller}-${context.function}`,
        queryString: request.query_string,
        parameters: request.query,
        referer: request.headers.referer || null,
        remoteAddress: request.remote_address || null,
        userAgent: request.headers['user-agent'] || null
    };
}

/** Adds a request to a session's; of who isn't to be tracked, only where he began is kept. */
function record(context) {
    const { session: document } = context;
    const { first, last = [], isPartial = false } = document.clicks || {};
    const click = entry(context);
    const clicks = document.tracking === false ? last : last.concat(click);
    document.clicks = {
        first: first || click,
        last: clicks.slice(-MOST),
        isPartial: isPartial || clicks.length > MOST
    };
}

module.exports = { record };
