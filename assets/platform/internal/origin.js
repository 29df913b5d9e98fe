'use strict';

const context = require('./context');

/** `https://localhost:8443`: where the host of the request is, by a protocol. The sandbox has a port for each of the two. */
function origin(protocol) {
    const { httpHost, httpProtocol } = request;
    const { ports } = context.site;
    const own = ports && `:${ports[httpProtocol]}`;
    const isOther = own && protocol !== httpProtocol && httpHost.endsWith(own);
    return `${protocol}://${isOther ? `${httpHost.slice(0, -own.length)}:${ports[protocol]}` : httpHost}`;
}

module.exports = { origin };
