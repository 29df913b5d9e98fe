'use strict';

const { manager } = require('../../internal/bean');
const zones = require('../../internal/zones');

/** What clocks show now: dates whose members at Greenwich are those of the clocks. */
class DateUtils {
    static nowForSite() {
        return zones.wall(require('dw/system/Site').current.timezone, new Date());
    }

    static nowForInstance() {
        return zones.wall(require('dw/system/System').instanceTimeZone, new Date());
    }

    static nowInUTC() {
        return new Date();
    }
}

module.exports = manager(DateUtils, 'dw.util.DateUtils');
