'use strict';

/** How long a page may be kept, as `<iscache>` says it. */

function whole(value) {
    const number = Number(value);
    return Number.isFinite(number) && number > 0 ? Math.floor(number) : 0;
}

/** Minutes until a time of the day comes next. */
function until(hour, minute) {
    const now = new Date();
    const wanted = hour * 60 + minute;
    const passed = now.getUTCHours() * 60 + now.getUTCMinutes();
    return wanted > passed ? wanted - passed : wanted + 24 * 60 - passed;
}

/**
 * `{minutes, varyBy}`: for so many minutes, for each of what `varyBy` names apart. Null when the tag says nothing:
 * its condition doesn't hold. No minutes mean that the page mustn't be kept; without any time it is kept until the next hour.
 */
function lifetime({ type, hour, minute, status, varyby, if: condition }) {
    if (condition !== undefined && String(condition).toLowerCase() !== 'true') {
        return null;
    }
    const varyBy = varyby === undefined || varyby === '' ? null : String(varyby);
    if (String(status || 'on').toLowerCase() === 'off') {
        return { minutes: 0, varyBy };
    }
    const isDaily = String(type || 'relative').toLowerCase() === 'daily';
    if (type === undefined && hour === undefined && minute === undefined) {
        return { minutes: 60 - new Date().getUTCMinutes(), varyBy };
    }
    const minutes = isDaily ? until(whole(hour), whole(minute)) : whole(hour) * 60 + whole(minute);
    return { minutes, varyBy };
}

module.exports = { lifetime };
