'use strict';

const { define } = require('../../internal/bean');
const { customOf, edited } = require('../../internal/edited');

/** What is configured for a site, by name in `custom`; what scripts set is kept. */
class SitePreferences {
    #own;

    constructor(site, values) {
        this.#own = edited('site-preferences', site, { custom: values });
    }

    /** As addresses name a source code. */
    getSourceCodeURLParameterName() {
        return 'src';
    }

    getCustom() {
        return customOf(this.#own, 'SitePreferences');
    }

    toString() {
        return '[SitePreferences]';
    }
}

module.exports = define(SitePreferences, 'dw.system.SitePreferences', {
    get: {
        custom: true,
        sourceCodeURLParameterName: true
    },
    apart: ['sourceCodeURLParameterName']
});
