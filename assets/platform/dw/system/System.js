'use strict';

const { manager } = require('../../internal/bean');
const Calendar = require('dw/util/Calendar');
const context = require('../../internal/context');

const DEVELOPMENT = 0;
const STAGING = 1;
const PRODUCTION = 2;

let preferences = null;

/** The instance that runs the scripts. */
class System {
    static getInstanceType() {
        return DEVELOPMENT;
    }

    static getInstanceHostname() {
        return context.request.host;
    }

    static getInstanceTimeZone() {
        return context.site.instanceTimezone || 'Etc/UTC';
    }

    static getCompatibilityMode() {
        return 2107;
    }

    static getCalendar() {
        return new Calendar();
    }

    /** Those of the organization; a site has its own. */
    static getPreferences() {
        preferences = preferences || new (require('dw/system/OrganizationPreferences'))(context.site.organizationPreferences);
        return preferences;
    }
}

module.exports = manager(System, 'dw.system.System', {
    instanceType: true,
    instanceHostname: true,
    instanceTimeZone: true,
    compatibilityMode: true,
    calendar: true,
    preferences: true
}, { DEVELOPMENT_SYSTEM: DEVELOPMENT, STAGING_SYSTEM: STAGING, PRODUCTION_SYSTEM: PRODUCTION });
