'use strict';

/** Time zones: what their clocks show. A `Date` is read here as such a clock by its UTC members. */

const GMT = /^(?:Etc\/)?(?:GMT|UTC|Zulu|Greenwich)$/;
const AT_GREENWICH = { offset: 0, summer: 0, name: 'UTC' };

/** How many milliseconds a zone's clocks are ahead of Greenwich at a time, `summer` of them for the season, and what that is called. */
function at(zone, date) {
    const time = Number(date);
    return GMT.test(zone) || !Number.isFinite(time) ? AT_GREENWICH : host.call('zone.at', { zone, time });
}

/** What a zone's clocks show at a time. */
function wall(zone, date) {
    return new Date(Number(date) + at(zone, date).offset);
}

/** The time at which a zone's clocks show that. */
function instant(zone, shown) {
    const time = Number(shown);
    if (GMT.test(zone) || !Number.isFinite(time)) {
        return new Date(time);
    }
    const found = host.call('zone.instant', { zone, wall: time });
    return new Date(found === null ? NaN : found);
}

module.exports = { at, wall, instant };
