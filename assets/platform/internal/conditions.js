'use strict';

/**
 * Whether conditions of an archive hold: `[{ matchMode, condition: [{ attributePath, operator, … }] }]`. One group has to hold,
 * in it all conditions or any; of a condition's values one. What stands at a path is told by `read(path)`.
 */

const DAY = 86400000;

/** What is compared: numbers, texts, truth values and dates, one by one. */
function plain(value) {
    if (value === null || value === undefined || value === '') {
        return [];
    }
    if (typeof value !== 'object' || value instanceof Date) {
        return [value];
    }
    const list = typeof value.toArray === 'function' ? value.toArray() : value;
    if (Array.isArray(list)) {
        return list.flatMap(plain);
    }
    const name = ['ID', 'currencyCode', 'value'].find((known) => known in value);
    return plain(name === undefined ? String(value) : value[name]);
}

/** Days since 1970, of a date by the clock on the wall, of an archive's text as it stands there. */
function dayOf(value) {
    const written = typeof value === 'string' ? /^(\d+)-(\d\d)-(\d\d)/.exec(value) : null;
    const date = new Date(value);
    return (written ? Date.UTC(written[1], written[2] - 1, written[3]) : Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())) / DAY;
}

const today = () => dayOf(new Date());

/** The number of the week, from Monday on, of the month or of the year that a day is in. */
const PERIODS = {
    week: (day) => Math.floor((day + 3) / 7),
    month: (day) => new Date(day * DAY).getUTCFullYear() * 12 + new Date(day * DAY).getUTCMonth(),
    year: (day) => new Date(day * DAY).getUTCFullYear()
};

function isSame(own, wanted) {
    if (own instanceof Date) {
        return dayOf(own) === dayOf(wanted);
    }
    return typeof own === 'number' ? own === Number(wanted) : String(own) === String(wanted);
}

/** Holds if it does for one value and one of those wanted. */
const some = (test) => (own, { wanted }) => own.some((it) => wanted.some((other) => test(it, other)));
const not = (operator) => (own, condition) => !operator(own, condition);
const numeric = (test) => some((own, wanted) => test(Number(own), Number(wanted)));
const text = (test) => some((own, wanted) => test(String(own), String(wanted)));
const onDay = (test) => (own) => own.some((it) => test(dayOf(it) - today()));
const dated = (test) => some((own, wanted) => test(dayOf(own), dayOf(wanted)));
const within = (test) => (own, { numberOfDays }) => own.some((it) => test(dayOf(it) - today(), numberOfDays));
const inPeriod = (distance) => (own, { timePeriod }) => {
    const period = PERIODS[timePeriod];
    return period !== undefined && own.some((it) => period(dayOf(it)) - period(today()) === distance);
};
/** Both ends are part of a range. */
const inRange = (own, { intRange, numberRange, dateRange }) => {
    const { min, max } = intRange || numberRange || {};
    return own.some((it) => (dateRange ? dayOf(it) >= dayOf(dateRange.from) && dayOf(it) <= dayOf(dateRange.to) : Number(it) >= min && Number(it) <= max));
};

const OPERATORS = {
    'is-equal': some(isSame),
    'is-not-equal': not(some(isSame)),
    exists: (own) => own.length > 0,
    'does-not-exist': (own) => own.length === 0,
    'is-on': some(isSame),
    'is-after': dated((own, wanted) => own > wanted),
    'is-before': dated((own, wanted) => own < wanted),
    'is-today': onDay((distance) => distance === 0),
    'is-tomorrow': onDay((distance) => distance === 1),
    'is-yesterday': onDay((distance) => distance === -1),
    'is-in-the-last': inPeriod(-1),
    'is-in-the-next': inPeriod(1),
    'is-in-the-current': inPeriod(0),
    'is-in-the-last-x-days': within((distance, days) => distance <= 0 && -distance <= days),
    'is-not-in-the-last-x-days': not(within((distance, days) => distance <= 0 && -distance <= days)),
    'is-in-the-next-x-days': within((distance, days) => distance >= 0 && distance <= days),
    'is-not-in-the-next-x-days': not(within((distance, days) => distance >= 0 && distance <= days)),
    'is-greater-than': numeric((own, wanted) => own > wanted),
    'is-less-than': numeric((own, wanted) => own < wanted),
    'is-greater-than-or-equal': numeric((own, wanted) => own >= wanted),
    'is-less-than-or-equal': numeric((own, wanted) => own <= wanted),
    'is-in-range': inRange,
    'is-not-in-range': not(inRange),
    'starts-with': text((own, wanted) => own.startsWith(wanted)),
    'ends-with': text((own, wanted) => own.endsWith(wanted)),
    contains: text((own, wanted) => own.includes(wanted)),
    'does-not-contain': not(text((own, wanted) => own.includes(wanted))),
    'is-true': (own) => own.some((it) => String(it) === 'true'),
    'is-false': (own) => !own.some((it) => String(it) === 'true')
};

/** An operator that isn't known holds for nothing. */
function holds(condition, read) {
    const operator = OPERATORS[condition.operator];
    const lists = ['string', 'int', 'number', 'boolean', 'date'].map((name) => condition[name] || []);
    return operator !== undefined && operator(plain(read(condition.attributePath)), Object.assign({ wanted: [].concat(...lists) }, condition));
}

function groupHolds({ matchMode, condition: conditions = [] }, read) {
    const test = (condition) => holds(condition, read);
    return matchMode === 'any' ? conditions.some(test) : conditions.every(test);
}

module.exports = { anyGroup: (groups, read) => (groups || []).some((group) => groupHolds(group, read)) };
