'use strict';

const { define } = require('../../internal/bean');

/** A controller function, perhaps of another site or locale. */
class URLAction {
    constructor(action, site, locale, hostName) {
        this.action = action;
        this.site = site || null;
        this.locale = locale || null;
        this.hostName = hostName || null;
    }

    toString() {
        return `[URLAction ${this.action}]`;
    }
}

module.exports = define(URLAction, 'dw.web.URLAction', {});
