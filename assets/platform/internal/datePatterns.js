'use strict';

/** Dates as texts: the letters of `java.text.SimpleDateFormat`. */

const { namesOf } = require('./calendarNames');
const { conventions } = require('./numbers');
const zones = require('./zones');

const DAY = 86400000;

/** Quoted text, letters that belong together, or anything else. */
const PARTS = /'([^']*)'|([A-Za-z])\2*|[^]/g;

function pad(value, width) {
    return String(value).padStart(width, '0');
}

function shift(offset, colon) {
    const minutes = Math.abs(offset) / 60000;
    return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}${colon}${pad(minutes % 60, 2)}`;
}

const yearStart = (year) => Date.UTC(year, 0, 1);
const daysIn = (year) => (yearStart(year + 1) - yearStart(year)) / DAY;
const dayOfYear = (date) => Math.floor((date - yearStart(date.getUTCFullYear())) / DAY) + 1;

/** The week of a month or a year that a day of it is in; 0 if that is one of the month or year before. */
function week(day, weekday, { first, least }) {
    const start = day - ((weekday - first + 7) % 7);
    const partial = (((start - 1) % 7) + 7) % 7;
    return (start - 1 - partial) / 7 + (partial >= least ? 2 : 1);
}

/** `[year, week]`: around New Year a week may be one of another year. */
function weekOfYear(date, names) {
    const year = date.getUTCFullYear();
    const of = (days) => week(dayOfYear(date) + days, date.getUTCDay(), names);
    if (of(0) === 0) {
        return [year - 1, of(daysIn(year - 1))];
    }
    return of(-daysIn(year)) > 0 ? [year + 1, of(-daysIn(year))] : [year, of(0)];
}

function shortYear(year, width) {
    return width === 2 ? pad(year % 100, 2) : pad(year, width);
}

function month(date, width, place, names) {
    const number = date.getUTCMonth();
    return width > 3 ? names.months[number] : width === 3 ? names.shortMonths[number] : pad(number + 1, width);
}

/** What a letter stands for; `date` is what the clock shows, `place` what is known of its zone then. */
const LETTERS = {
    G: (date, width, place, names) => names.era,
    Y: (date, width, place, names) => shortYear(weekOfYear(date, names)[0], width),
    L: month,
    w: (date, width, place, names) => pad(weekOfYear(date, names)[1], width),
    W: (date, width, place, names) => pad(week(date.getUTCDate(), date.getUTCDay(), names), width),
    D: (date, width) => pad(dayOfYear(date), width),
    F: (date, width) => pad(Math.floor((date.getUTCDate() - 1) / 7) + 1, width),
    u: (date, width) => pad(date.getUTCDay() || 7, width),
    k: (date, width) => pad(date.getUTCHours() || 24, width),
    K: (date, width) => pad(date.getUTCHours() % 12, width),
    y: (date, width) => shortYear(date.getUTCFullYear(), width),
    M: month,
    d: (date, width) => pad(date.getUTCDate(), width),
    E: (date, width, place, names) => (width > 3 ? names.days : names.shortDays)[date.getUTCDay()],
    H: (date, width) => pad(date.getUTCHours(), width),
    h: (date, width) => pad(date.getUTCHours() % 12 || 12, width),
    m: (date, width) => pad(date.getUTCMinutes(), width),
    s: (date, width) => pad(date.getUTCSeconds(), width),
    S: (date, width) => pad(date.getUTCMilliseconds(), width),
    a: (date, width, place, names) => names.halves[date.getUTCHours() < 12 ? 0 : 1],
    z: (date, width, place) => place.name,
    Z: (date, width, place) => shift(place.offset, ''),
    X: (date, width, place) => (place.offset === 0 ? 'Z' : shift(place.offset, width > 2 ? ':' : '').slice(0, width > 1 ? 6 : 3))
};

/** A date as the clocks of a zone show it, in the words of a locale. */
function format(date, pattern, zone = 'GMT', locale = 'en') {
    const names = namesOf(locale);
    const place = zones.at(zone, date);
    const shown = zones.wall(zone, date);
    return pattern.replace(PARTS, (part, quoted, letter) => {
        if (quoted !== undefined) {
            return quoted || "'";
        }
        return letter && LETTERS[letter] ? LETTERS[letter](shown, part.length, place, names) : part;
    });
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** A list of names and another one; a text may be one of either, in any case and with or without a point. */
function eitherOf(long, short) {
    const all = long.concat(short).map((name) => escaped(name.replace(/\.$/, '')));
    return `(?:${all.sort((left, right) => right.length - left.length).join('|')})\\.?`;
}

function byName(long, short, text) {
    const plain = (name) => name.toLowerCase().replace(/\.$/, '');
    const place = (names) => names.findIndex((name) => plain(name) === plain(text));
    return Math.max(place(long), place(short));
}

const NUMBER = '(\\d+)';
const ZONE = '(GMT[+-]\\d{1,2}:?\\d{2}|[+-]\\d{2}:?\\d{2}|[A-Za-z][A-Za-z/_]*)';

/** What is read for a letter: a pattern, and what its text says in `{ year, month, day, hour, minute, second, rest, … }`. */
const READERS = {
    y: [() => NUMBER, (text) => ({ year: text.length > 2 ? Number(text) : century(Number(text)) })],
    M: [
        (width, { months, shortMonths }) => (width > 2 ? `(${eitherOf(months, shortMonths)})` : NUMBER),
        (text, { months, shortMonths }) => ({ month: /^\d+$/.test(text) ? text - 1 : byName(months, shortMonths, text) })
    ],
    d: [() => NUMBER, (text) => ({ day: Number(text) })],
    E: [(width, { days, shortDays }) => eitherOf(days, shortDays), null],
    H: [() => NUMBER, (text) => ({ hour: Number(text) })],
    h: [() => NUMBER, (text) => ({ hour: text % 12 })],
    m: [() => NUMBER, (text) => ({ minute: Number(text) })],
    s: [() => NUMBER, (text) => ({ second: Number(text) })],
    S: [() => NUMBER, (text) => ({ rest: Number(text) })],
    K: [() => NUMBER, (text) => ({ hour: Number(text) })],
    k: [() => NUMBER, (text) => ({ hour: text % 24 })],
    a: [(width, { halves }) => `(${eitherOf(halves, ['AM', 'PM'])})`, (text, { halves }) => ({ isLate: byName([halves[1]], ['PM'], text) === 0 })],
    z: [() => ZONE, (text) => ({ zone: /^[+-]/.test(text) ? `GMT${text}` : text })],
    Z: [() => ZONE, (text) => ({ zone: /^[+-]/.test(text) ? `GMT${text}` : text })],
    X: [() => ZONE, (text) => ({ zone: text === 'Z' ? 'GMT' : `GMT${text}` })]
};

/** A year of two digits is at most 20 years ahead of now. */
function century(short) {
    const now = new Date().getUTCFullYear();
    const year = now - (now % 100) + short;
    return year > now + 20 ? year - 100 : year;
}

/** Digits that stand beside others are as many as there are letters. */
function readerOf(part, next, names) {
    const [pattern] = READERS[part[0]];
    const isBeside = next !== undefined && /^[yMdHhKkmsS]/.test(next);
    return isBeside && pattern(part.length, names) === NUMBER ? `(\\d{${part.length}})` : pattern(part.length, names);
}

/**
 * The date that a text tells in the words of a locale, where the zone's clocks show it unless the text names another;
 * throws if it tells none.
 */
function parse(text, pattern, zone = 'GMT', locale = 'en') {
    const names = namesOf(locale);
    const parts = pattern.match(PARTS) || [];
    const fields = [];
    const source = parts.map((part, index) => {
        if (part[0] === "'") {
            return escaped(part.slice(1, -1) || "'");
        }
        if (!/[A-Za-z]/.test(part) || !READERS[part[0]]) {
            return escaped(part);
        }
        const [, read] = READERS[part[0]];
        fields.push(...(read === null ? [] : [read]));
        return readerOf(part, parts[index + 1], names);
    }).join('');
    const found = new RegExp(`^\\s*${source}`, 'i').exec(String(text));
    if (found === null) {
        throw new Error(`Unparseable date: "${text}"`);
    }
    const said = Object.assign({ year: 1970, month: 0, day: 1, hour: 0, minute: 0, second: 0, rest: 0, zone }, ...fields.map((read, index) => read(found[index + 1], names)));
    const hour = said.hour + (said.isLate && said.hour < 12 ? 12 : 0);
    return zones.instant(said.zone, Date.UTC(said.year, said.month, said.day, hour, said.minute, said.second, said.rest));
}

/** The short date of a locale with all its digits. */
function typedOf(date) {
    return date.replace(/\b([dM])\b/g, '$1$1').replace(/yy(?:yy)?/, 'yyyy');
}

/** The patterns of a locale by the names that `<isprint>` and messages have for them. */
function styles(locale) {
    const { date, medium, long, full, time } = conventions(locale);
    const seconds = time.replace('mm', 'mm:ss');
    return {
        typed: typedOf(date),
        date: { short: date, medium, long, full },
        time: { short: time, medium: seconds, long: `${seconds} z`, full: `${seconds} z` }
    };
}

/** The pattern of a locale by its number: short date, long date, time, and date, time, both as people type them. */
function ofLocale(locale, number) {
    const { date, long, time } = conventions(locale);
    const typed = typedOf(date);
    const patterns = [date, long, time, typed, time, `${typed} ${time}`];
    return patterns[number] || patterns[5];
}

module.exports = { format, parse, ofLocale, styles };
