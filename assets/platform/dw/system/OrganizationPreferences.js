'use strict';

const { define } = require('../../internal/bean');
const { customOf, edited } = require('../../internal/edited');

/** What is configured for all sites, by name in `custom`; what scripts set is kept. */
class OrganizationPreferences {
    #own;

    constructor(values) {
        this.#own = edited('organization-preferences', '', { custom: values });
    }

    getCustom() {
        return customOf(this.#own, 'OrganizationPreferences');
    }

    toString() {
        return '[OrganizationPreferences]';
    }
}

module.exports = define(OrganizationPreferences, 'dw.system.OrganizationPreferences', {
    get: { custom: true }
});
