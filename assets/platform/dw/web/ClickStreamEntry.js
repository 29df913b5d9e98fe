'use strict';

const { held, define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');

/** A page that the visitor has asked for. */
class ClickStreamEntry {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getUrl() {
        const { path, queryString } = this[held];
        return queryString ? `${path}?${queryString}` : path;
    }

    /** Null if the address has none of that name. */
    getParameter(name) {
        const found = this[held].parameters.find(([known]) => known === name);
        return found ? found[1] : null;
    }

    toString() {
        return `[ClickStreamEntry ${this.getUrl()}]`;
    }
}

module.exports = define(ClickStreamEntry, 'dw.web.ClickStreamEntry', {
    get: Object.assign(
        facts(['timestamp', 'host', 'locale', 'path', 'pipelineName', 'queryString', 'referer', 'remoteAddress', 'userAgent']),
        { url: true }
    )
});
