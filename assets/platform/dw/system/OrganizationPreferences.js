'use strict';

const { define } = require('../../internal/bean');
const records = require('../../internal/records');

/** What is configured for all sites, by name in `custom`. */
class OrganizationPreferences {
    #custom;

    constructor(values) {
        this.#custom = records.custom({ custom: values }, 'OrganizationPreferences');
    }

    getCustom() {
        return this.#custom;
    }

    toString() {
        return '[OrganizationPreferences]';
    }
}

module.exports = define(OrganizationPreferences, 'dw.system.OrganizationPreferences', {
    get: { custom: (preferences) => preferences.getCustom() }
});
