'use strict';

const { manager } = require('../../internal/bean');
const Calendar = require('dw/util/Calendar');
const context = require('../../internal/context');

const DEVELOPMENT = 0;
const STAGING = 1;
const PRODUCTION = 2;

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
        return '2107';
    }

    static getCalendar() {
        return new Calendar();
    }

    static getPreferences() {
        return require('dw/system/Site').current.preferences;
    }
}

module.exports = manager(System, 'dw.system.System', {
    instanceType: () => System.getInstanceType(),
    instanceHostname: () => System.getInstanceHostname(),
    instanceTimeZone: () => System.getInstanceTimeZone(),
    compatibilityMode: () => System.getCompatibilityMode(),
    calendar: () => System.getCalendar(),
    preferences: () => System.getPreferences()
}, { DEVELOPMENT_SYSTEM: DEVELOPMENT, STAGING_SYSTEM: STAGING, PRODUCTION_SYSTEM: PRODUCTION });
