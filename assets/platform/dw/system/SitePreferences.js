'use strict';

const { define } = require('../../internal/bean');
const records = require('../../internal/records');

/** What is configured for a site, by name in `custom`. */
class SitePreferences {
    #custom;

    constructor(values) {
        this.#custom = records.custom({ custom: values }, 'SitePreferences');
    }

    /** As addresses name a source code. */
    getSourceCodeURLParameterName() {
        return 'src';
    }

    getCustom() {
        return this.#custom;
    }

    toString() {
        return '[SitePreferences]';
    }
}

module.exports = define(SitePreferences, 'dw.system.SitePreferences', {
    get: {
        custom: (preferences) => preferences.getCustom(),
        sourceCodeURLParameterName: (preferences) => preferences.getSourceCodeURLParameterName()
    },
    apart: ['sourceCodeURLParameterName']
});
