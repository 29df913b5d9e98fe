'use strict';

const { define } = require('../../internal/bean');
const { CustomAttributes } = require('../../internal/attributes');

/** What is configured for a site, by name in `custom`. */
class SitePreferences {
    #custom;

    constructor(values) {
        this.#custom = new CustomAttributes(values);
    }

    getCustom() {
        return this.#custom;
    }

    toString() {
        return '[SitePreferences]';
    }
}

module.exports = define(SitePreferences, 'dw.system.SitePreferences', {
    get: { custom: (preferences) => preferences.getCustom() }
});
