'use strict';

const { define } = require('../../internal/bean');

const FIELDS = { YEAR: 1, MONTH: 2, WEEK_OF_YEAR: 3, DATE: 5, DAY_OF_MONTH: 5, DAY_OF_YEAR: 6, DAY_OF_WEEK: 7,
    AM_PM: 9, HOUR: 10, HOUR_OF_DAY: 11, MINUTE: 12, SECOND: 13, MILLISECOND: 14 };
const MONTHS = ['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE', 'JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER',
    'NOVEMBER', 'DECEMBER'];
const DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];
const LENGTHS = { 3: 7 * 86400000, 6: 86400000, 7: 86400000, 10: 3600000, 11: 3600000, 12: 60000, 13: 1000, 14: 1 };

const READERS = {
    1: (date) => date.getUTCFullYear(),
    2: (date) => date.getUTCMonth(),
    5: (date) => date.getUTCDate(),
    6: (date) => Math.floor((date - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86400000) + 1,
    7: (date) => date.getUTCDay() + 1,
    9: (date) => (date.getUTCHours() < 12 ? 0 : 1),
    10: (date) => date.getUTCHours() % 12,
    11: (date) => date.getUTCHours(),
    12: (date) => date.getUTCMinutes(),
    13: (date) => date.getUTCSeconds(),
    14: (date) => date.getUTCMilliseconds()
};

const WRITERS = {
    1: (date, value) => date.setUTCFullYear(value),
    2: (date, value) => date.setUTCMonth(value),
    5: (date, value) => date.setUTCDate(value),
    11: (date, value) => date.setUTCHours(value),
    12: (date, value) => date.setUTCMinutes(value),
    13: (date, value) => date.setUTCSeconds(value),
    14: (date, value) => date.setUTCMilliseconds(value)
};

function known(table, field) {
    if (!table[field]) {
        throw new Error(`Calendar has no field ${field} for this`);
    }
    return table[field];
}

/** A date and time in UTC, the site's time zone here. Months start at 0, days of the week at 1 (Sunday). */
class Calendar {
    #date;

    constructor(date) {
        this.#date = date === undefined ? new Date() : new Date(date);
    }

    getTime() {
        return new Date(this.#date);
    }

    setTime(date) {
        this.#date = new Date(date);
    }

    get(field) {
        return known(READERS, field)(this.#date);
    }

    set(...parts) {
        if (parts.length === 2) {
            known(WRITERS, parts[0])(this.#date, parts[1]);
            return;
        }
        const [year, month, day, hour = 0, minute = 0, second = 0] = parts;
        this.#date = new Date(Date.UTC(year, month, day, hour, minute, second));
    }

    add(field, amount) {
        if (field === FIELDS.DATE) {
            this.#date = new Date(this.#date.getTime() + amount * 86400000);
        } else if (LENGTHS[field]) {
            this.#date = new Date(this.#date.getTime() + amount * LENGTHS[field]);
        } else {
            this.#addMonths(field === FIELDS.YEAR ? amount * 12 : amount);
        }
    }

    /** The 31st of January plus a month is the last day of February. */
    #addMonths(months) {
        const day = this.#date.getUTCDate();
        this.#date.setUTCDate(1);
        this.#date.setUTCMonth(this.#date.getUTCMonth() + months);
        const last = new Date(Date.UTC(this.#date.getUTCFullYear(), this.#date.getUTCMonth() + 1, 0)).getUTCDate();
        this.#date.setUTCDate(Math.min(day, last));
    }

    before(other) {
        return this.#date < other.#date;
    }

    after(other) {
        return this.#date > other.#date;
    }

    compareTo(other) {
        return Math.sign(this.#date - other.#date);
    }

    equals(other) {
        return other instanceof Calendar && this.#date.getTime() === other.#date.getTime();
    }

    isSameDay(other) {
        return this.#date.toISOString().slice(0, 10) === other.#date.toISOString().slice(0, 10);
    }

    toTimeString() {
        return this.#date.toISOString();
    }

    toString() {
        return this.#date.toISOString();
    }
}

const constants = Object.assign({ AM: 0, PM: 1 }, FIELDS);
MONTHS.forEach((name, index) => { constants[name] = index; });
DAYS.forEach((name, index) => { constants[name] = index + 1; });

module.exports = define(Calendar, 'dw.util.Calendar', { get: { time: { get: (calendar) => calendar.getTime() } }, constants });
