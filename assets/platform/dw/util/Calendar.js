'use strict';

const { define } = require('../../internal/bean');
const datePatterns = require('../../internal/datePatterns');
const zones = require('../../internal/zones');

const FIELDS = { ERA: 0, YEAR: 1, MONTH: 2, WEEK_OF_YEAR: 3, WEEK_OF_MONTH: 4, DATE: 5, DAY_OF_MONTH: 5, DAY_OF_YEAR: 6, DAY_OF_WEEK: 7,
    DAY_OF_WEEK_IN_MONTH: 8, AM_PM: 9, HOUR: 10, HOUR_OF_DAY: 11, MINUTE: 12, SECOND: 13, MILLISECOND: 14, ZONE_OFFSET: 15, DST_OFFSET: 16 };
const PATTERNS = { SHORT_DATE_PATTERN: 0, LONG_DATE_PATTERN: 1, TIME_PATTERN: 2, INPUT_DATE_PATTERN: 3, INPUT_TIME_PATTERN: 4, INPUT_DATE_TIME_PATTERN: 5 };
const MONTHS = ['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE', 'JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER',
    'NOVEMBER', 'DECEMBER'];
const DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];
const DAY = 86400000;

/** Fields that last as long as others, by the clock: days and what they are made of. */
const SPANS = { 3: 7 * DAY, 4: 7 * DAY, 5: DAY, 6: DAY, 7: DAY, 8: 7 * DAY };
/** Fields that last as long by themselves, whatever clocks show. */
const LENGTHS = { 9: DAY / 2, 10: 3600000, 11: 3600000, 12: 60000, 13: 1000, 14: 1 };

const yearStart = (date) => Date.UTC(date.getUTCFullYear(), 0, 1);
const dayOfYear = (date) => Math.floor((date - yearStart(date)) / DAY) + 1;
/** The week that a day is in, if the first one is that of the first day. */
const week = (day, weekday, first) => Math.floor((day - 1 + ((((weekday - day + 1 - first) % 7) + 7) % 7)) / 7) + 1;

/** What a clock's date says; `first` is the day on which weeks begin, 0 for Sunday. */
const READERS = {
    0: (date) => (date.getUTCFullYear() > 0 ? 1 : 0),
    1: (date) => date.getUTCFullYear(),
    2: (date) => date.getUTCMonth(),
    3: (date, first) => week(dayOfYear(date), date.getUTCDay(), first),
    4: (date, first) => week(date.getUTCDate(), date.getUTCDay(), first),
    5: (date) => date.getUTCDate(),
    6: dayOfYear,
    7: (date) => date.getUTCDay() + 1,
    8: (date) => Math.floor((date.getUTCDate() - 1) / 7) + 1,
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
    6: (date, value) => date.setUTCMonth(0, value),
    7: (date, value, first) => date.setUTCDate(date.getUTCDate() + ((value - 1 - first + 7) % 7) - ((date.getUTCDay() - first + 7) % 7)),
    9: (date, value) => date.setUTCHours((date.getUTCHours() % 12) + 12 * value),
    10: (date, value) => date.setUTCHours(value + (date.getUTCHours() < 12 ? 0 : 12)),
    11: (date, value) => date.setUTCHours(value),
    12: (date, value) => date.setUTCMinutes(value),
    13: (date, value) => date.setUTCSeconds(value),
    14: (date, value) => date.setUTCMilliseconds(value)
};

/** The least and the most that a field can be, wherever it doesn't depend on the date. */
const LIMITS = { 0: [0, 1], 1: [1, 292278994], 2: [0, 11], 3: [1, 53], 4: [0, 6], 5: [1, 31], 6: [1, 366], 7: [1, 7], 8: [1, 6], 9: [0, 1],
    10: [0, 11], 11: [0, 23], 12: [0, 59], 13: [0, 59], 14: [0, 999], 15: [-43200000, 50400000], 16: [0, 7200000] };

function known(table, field) {
    if (!table[field]) {
        throw new Error(`Calendar has no field ${field} for this`);
    }
    return table[field];
}

const isLeap = (year) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const lastDay = (date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/**
 * A time, and what the clocks of a time zone show then; the zone is GMT until another is set. Months start at 0, days of the week
 * at 1 (Sunday).
 */
class Calendar {
    #date;
    #zone = 'GMT';
    #first = 1;

    constructor(date) {
        this.#date = date === undefined ? new Date() : new Date(date);
        const language = typeof request === 'undefined' ? 'en' : request.locale.split('_')[0];
        this.#first = ['default', 'en', 'ja', 'ko', 'zh', 'pt', 'he'].includes(language) ? 1 : 2;
    }

    getTime() {
        return new Date(this.#date);
    }

    setTime(date) {
        this.#date = new Date(date);
    }

    getTimeZone() {
        return this.#zone;
    }

    /** The time stays, and what is read of it changes. */
    setTimeZone(zone) {
        this.#zone = String(zone);
    }

    getFirstDayOfWeek() {
        return this.#first;
    }

    setFirstDayOfWeek(day) {
        this.#first = day;
    }

    #wall() {
        return zones.wall(this.#zone, this.#date);
    }

    /** The time at which the clock shows what becomes of its date. */
    #change(work) {
        const shown = this.#wall();
        work(shown);
        this.#date = zones.instant(this.#zone, shown);
    }

    get(field) {
        if (field === FIELDS.ZONE_OFFSET || field === FIELDS.DST_OFFSET) {
            const { offset, summer } = zones.at(this.#zone, this.#date);
            return field === FIELDS.DST_OFFSET ? summer : offset - summer;
        }
        return known(READERS, field)(this.#wall(), this.#first - 1);
    }

    /** `(field, value)` or `(year, month, day, …)`. At another offset the clock shows the same, so the time is another. */
    set(...parts) {
        if (parts.length === 2 && (parts[0] === FIELDS.ZONE_OFFSET || parts[0] === FIELDS.DST_OFFSET)) {
            this.#date = new Date(this.#date.getTime() + this.get(parts[0]) - parts[1]);
            return;
        }
        if (parts.length === 2) {
            const write = known(WRITERS, parts[0]);
            this.#change((shown) => write(shown, parts[1], this.#first - 1));
            return;
        }
        const [year, month, day, hour, minute, second] = parts;
        this.#change((shown) => {
            shown.setUTCFullYear(year, month, day);
            shown.setUTCHours(hour === undefined ? shown.getUTCHours() : hour, minute === undefined ? shown.getUTCMinutes() : minute,
                second === undefined ? shown.getUTCSeconds() : second);
        });
    }

    /** Without a field all of them: the beginning of 1970. */
    clear(field) {
        if (field === undefined) {
            this.#date = zones.instant(this.#zone, 0);
        } else {
            this.set(field, field === FIELDS.YEAR ? 1970 : known(LIMITS, field)[0]);
        }
    }

    isSet() {
        return true;
    }

    add(field, amount) {
        if (LENGTHS[field]) {
            this.#date = new Date(this.#date.getTime() + amount * LENGTHS[field]);
        } else if (SPANS[field]) {
            this.#change((shown) => shown.setTime(shown.getTime() + amount * SPANS[field]));
        } else if (field === FIELDS.YEAR || field === FIELDS.MONTH) {
            this.#addMonths(field === FIELDS.YEAR ? amount * 12 : amount);
        } else {
            throw new TypeError(`Nothing is added to the field ${field} of a calendar`);
        }
    }

    /** The 31st of January plus a month is the last day of February. */
    #addMonths(months) {
        this.#change((shown) => {
            const day = shown.getUTCDate();
            shown.setUTCDate(1);
            shown.setUTCMonth(shown.getUTCMonth() + months);
            shown.setUTCDate(Math.min(day, lastDay(shown)));
        });
    }

    /** Changes a field and no larger one: after the last value comes the first. */
    roll(field, amount) {
        const step = typeof amount === 'boolean' ? (amount ? 1 : -1) : amount;
        if (field === FIELDS.YEAR) {
            this.add(field, step);
            return;
        }
        const least = this.getActualMinimum(field);
        const count = this.getActualMaximum(field) - least + 1;
        const value = least + ((((this.get(field) - least + step) % count) + count) % count);
        const day = this.get(FIELDS.DATE);
        if (field === FIELDS.MONTH) {
            this.set(FIELDS.DATE, 1);
        }
        this.set(field, value);
        if (field === FIELDS.MONTH) {
            this.set(FIELDS.DATE, Math.min(day, this.getActualMaximum(FIELDS.DATE)));
        }
    }

    getMinimum(field) {
        return known(LIMITS, field)[0];
    }

    getMaximum(field) {
        return known(LIMITS, field)[1];
    }

    getActualMinimum(field) {
        return field === FIELDS.WEEK_OF_MONTH ? 1 : this.getMinimum(field);
    }

    getActualMaximum(field) {
        const shown = this.#wall();
        const end = new Date(shown);
        if (field === FIELDS.DATE) {
            return lastDay(shown);
        }
        if (field === FIELDS.DAY_OF_YEAR) {
            return isLeap(shown.getUTCFullYear()) ? 366 : 365;
        }
        if (field === FIELDS.WEEK_OF_MONTH || field === FIELDS.DAY_OF_WEEK_IN_MONTH) {
            end.setUTCDate(lastDay(shown));
            return READERS[field](end, this.#first - 1);
        }
        return this.getMaximum(field);
    }

    isLeapYear(year) {
        return isLeap(year);
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
        return other instanceof Calendar && this.#date.getTime() === other.#date.getTime() && this.#zone === other.#zone;
    }

    hashCode() {
        return this.#date.getTime() | 0;
    }

    /** By what the clocks of each one's zone show. */
    isSameDay(other) {
        return this.#wall().toISOString().slice(0, 10) === other.#wall().toISOString().slice(0, 10);
    }

    /** By the clocks of Greenwich. */
    isSameDayByTimestamp(other) {
        return this.#date.toISOString().slice(0, 10) === other.#date.toISOString().slice(0, 10);
    }

    parseByFormat(text, pattern) {
        this.#date = datePatterns.parse(text, String(pattern), this.#zone, typeof request === 'undefined' ? 'en' : request.locale);
    }

    parseByLocale(text, locale, pattern) {
        this.#date = datePatterns.parse(text, datePatterns.ofLocale(locale, pattern), this.#zone, locale);
    }

    toTimeString() {
        return this.#date.toISOString();
    }

    toString() {
        return this.#date.toISOString();
    }
}

const constants = Object.assign({ AM: 0, PM: 1 }, FIELDS, PATTERNS);
MONTHS.forEach((name, index) => { constants[name] = index; });
DAYS.forEach((name, index) => { constants[name] = index + 1; });

module.exports = define(Calendar, 'dw.util.Calendar', {
    get: { time: true, timeZone: true, firstDayOfWeek: true },
    constants
});
