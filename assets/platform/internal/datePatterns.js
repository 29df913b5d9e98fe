'use strict';

/** Dates as texts: the letters of `java.text.SimpleDateFormat`. */

const { conventions } = require('./numbers');
const zones = require('./zones');

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October',
    'November', 'December'];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Quoted text, letters that belong together, or anything else. */
const PARTS = /'([^']*)'|([A-Za-z])\2*|[^]/g;

function pad(value, width) {
    return String(value).padStart(width, '0');
}

function shift(offset, colon) {
    const minutes = Math.abs(offset) / 60000;
    return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}${colon}${pad(minutes % 60, 2)}`;
}

/** What a letter stands for; `date` is what the clock shows, `place` what is known of its zone then. */
const LETTERS = {
    y: (date, width) => (width === 2 ? pad(date.getUTCFullYear() % 100, 2) : pad(date.getUTCFullYear(), width)),
    M: (date, width) => {
        const month = date.getUTCMonth();
        return width > 3 ? MONTHS[month] : width === 3 ? MONTHS[month].slice(0, 3) : pad(month + 1, width);
    },
    d: (date, width) => pad(date.getUTCDate(), width),
    E: (date, width) => (width > 3 ? DAYS[date.getUTCDay()] : DAYS[date.getUTCDay()].slice(0, 3)),
    H: (date, width) => pad(date.getUTCHours(), width),
    h: (date, width) => pad(date.getUTCHours() % 12 || 12, width),
    m: (date, width) => pad(date.getUTCMinutes(), width),
    s: (date, width) => pad(date.getUTCSeconds(), width),
    S: (date, width) => pad(date.getUTCMilliseconds(), width),
    a: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
    z: (date, width, place) => place.name,
    Z: (date, width, place) => shift(place.offset, ''),
    X: (date, width, place) => (place.offset === 0 ? 'Z' : shift(place.offset, width > 2 ? ':' : '').slice(0, width > 1 ? 6 : 3))
};

/** A date as the clocks of a zone show it. */
function format(date, pattern, zone = 'GMT') {
    const place = zones.at(zone, date);
    const shown = zones.wall(zone, date);
    return pattern.replace(PARTS, (part, quoted, letter) => {
        if (quoted !== undefined) {
            return quoted || "'";
        }
        return letter && LETTERS[letter] ? LETTERS[letter](shown, part.length, place) : part;
    });
}

function byName(names, text) {
    return names.findIndex((name) => name.slice(0, 3).toLowerCase() === text.slice(0, 3).toLowerCase());
}

const NUMBER = '(\\d+)';
const ZONE = '(GMT[+-]\\d{1,2}:?\\d{2}|[+-]\\d{2}:?\\d{2}|[A-Za-z][A-Za-z/_]*)';

/** What is read for a letter: a pattern, and what its text says in `{ year, month, day, hour, minute, second, rest, … }`. */
const READERS = {
    y: [() => NUMBER, (text) => ({ year: text.length > 2 ? Number(text) : century(Number(text)) })],
    M: [(width) => (width > 2 ? '([A-Za-z]+)' : NUMBER), (text) => ({ month: /\d/.test(text) ? text - 1 : byName(MONTHS, text) })],
    d: [() => NUMBER, (text) => ({ day: Number(text) })],
    E: [() => '[A-Za-z]+', null],
    H: [() => NUMBER, (text) => ({ hour: Number(text) })],
    h: [() => NUMBER, (text) => ({ hour: text % 12 })],
    m: [() => NUMBER, (text) => ({ minute: Number(text) })],
    s: [() => NUMBER, (text) => ({ second: Number(text) })],
    S: [() => NUMBER, (text) => ({ rest: Number(text) })],
    a: [() => '([AaPp][Mm])', (text) => ({ isLate: /^p/i.test(text) })],
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

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Digits that stand beside others are as many as there are letters. */
function readerOf(part, next) {
    const [pattern] = READERS[part[0]];
    const isBeside = next !== undefined && /^[yMdHhmsS]/.test(next);
    return isBeside && pattern(part.length) === NUMBER ? `(\\d{${part.length}})` : pattern(part.length);
}

/** The date that a text tells, where the zone's clocks show it unless the text names another; throws if it tells none. */
function parse(text, pattern, zone = 'GMT') {
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
        return readerOf(part, parts[index + 1]);
    }).join('');
    const found = new RegExp(`^\\s*${source}`).exec(String(text));
    if (found === null) {
        throw new Error(`Unparseable date: "${text}"`);
    }
    const said = Object.assign({ year: 1970, month: 0, day: 1, hour: 0, minute: 0, second: 0, rest: 0, zone }, ...fields.map((read, index) => read(found[index + 1])));
    const hour = said.hour + (said.isLate && said.hour < 12 ? 12 : 0);
    return zones.instant(said.zone, Date.UTC(said.year, said.month, said.day, hour, said.minute, said.second, said.rest));
}

/** The pattern of a locale by its number: short date, long date, time, and date, time, both as people type them. */
function ofLocale(locale, number) {
    const { date, time } = conventions(locale);
    const isEnglish = date === 'M/d/yy';
    const typed = date.replace(/\b([dM])\b/g, '$1$1').replace('yy', 'yyyy');
    const patterns = [date, isEnglish ? 'MMMM d, yyyy' : 'd MMMM yyyy', time, typed, time, `${typed} ${time}`];
    return patterns[number] || patterns[5];
}

module.exports = { format, parse, ofLocale };
