'use strict';

/** What a session can keep between requests: primitives, dates, and values of the platform such as an amount of money. */

const { CustomAttributes } = require('./attributes');
const { illegal } = require('./errors');
const records = require('./records');

/** Letters of a text. */
const LONGEST = 2000;

/** Values of the platform: how one is kept, and how it is made again. */
const KINDS = {
    'value/Money': [(it) => [it.valueOrNull === null ? null : it.decimalValue.toString(), it.currencyCode], (Money, [value, code]) => (
        value === null ? Money.NOT_AVAILABLE : new Money(0, code).newMoney(value)
    )],
    'value/Quantity': [(it) => [it.available ? it.decimalValue.toString() : null, it.unit], (Quantity, [value, unit]) => new Quantity(value, unit)],
    'value/EnumValue': [(it) => [it.value, it.displayValue], (EnumValue, [value, display]) => new EnumValue(value, display)],
    'util/Decimal': [(it) => it.toString(), (Decimal, value) => new Decimal(value)],
    'util/Calendar': [(it) => [it.time.getTime(), it.timeZone], (Calendar, [time, zone]) => {
        const calendar = new Calendar(new Date(time));
        calendar.setTimeZone(zone);
        return calendar;
    }]
};

function kindOf(value) {
    return Object.keys(KINDS).find((name) => value instanceof require(`dw/${name}`));
}

function isPrimitive(value) {
    return value === null || ['boolean', 'number', 'string'].includes(typeof value);
}

/** A value as a session keeps it; throws for what no session can keep. */
function taken(name, value) {
    const plain = value instanceof String || value instanceof Number || value instanceof Boolean ? value.valueOf() : value;
    if (typeof plain === 'string' && plain.length > LONGEST) {
        throw illegal(`A session keeps texts of at most ${LONGEST} letters; ${name} has ${plain.length}`);
    }
    if (isPrimitive(plain)) {
        return plain;
    }
    if (plain instanceof Date) {
        return new Date(plain.getTime());
    }
    if (kindOf(plain) === undefined) {
        throw illegal(`A session keeps primitives, dates and values such as dw.value.Money, and ${name} is none: ${String(plain).slice(0, 80)}`);
    }
    return plain;
}

function stored(value) {
    if (value instanceof Date) {
        return { '@date': Number.isNaN(value.getTime()) ? null : value.toISOString() };
    }
    const kind = isPrimitive(value) ? undefined : kindOf(value);
    return kind === undefined ? value : { '@kind': kind, '@value': KINDS[kind][0](value) };
}

function read(value) {
    const kind = value && value['@kind'];
    return kind ? KINDS[kind][1](require(`dw/${kind}`), value['@value']) : records.value(value);
}

function mapped(values, change) {
    return Object.fromEntries(Object.keys(values || {}).map((name) => [name, change(values[name])]));
}

/** The values of a session from what was kept of them. */
function made(values) {
    return new CustomAttributes(mapped(values, read), undefined, taken);
}

/** What is kept of them. */
function kept(values) {
    return mapped(values, stored);
}

module.exports = { made, kept };
