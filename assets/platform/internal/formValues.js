'use strict';

/** What browsers send for the fields of forms, as values, and back. A value that can't be read is undefined. */

const PARTS = { y: '(\\d{1,4})', M: '(\\d{1,2})', d: '(\\d{1,2})', H: '(\\d{1,2})', m: '(\\d{1,2})', s: '(\\d{1,2})' };

function dateOf(text, format) {
    if (!format) {
        const time = Date.parse(text);
        return Number.isNaN(time) ? undefined : new Date(time);
    }
    const letters = [];
    const pattern = format.replace(/([yMdHms])\1*|[^A-Za-z]/g, (run, letter) => {
        if (!letter) {
            return `\\${run}`;
        }
        letters.push(letter);
        return PARTS[letter];
    });
    const found = new RegExp(`^${pattern}$`).exec(text);
    if (!found) {
        return undefined;
    }
    const part = (letter, otherwise) => (letters.includes(letter) ? Number(found[letters.indexOf(letter) + 1]) : otherwise);
    const date = new Date(Date.UTC(part('y', 1970), part('M', 1) - 1, part('d', 1), part('H', 0), part('m', 0), part('s', 0)));
    return date.getUTCMonth() === part('M', 1) - 1 && date.getUTCDate() === part('d', 1) ? date : undefined;
}

function numberOf(text, pattern) {
    return pattern.test(text) ? Number(text) : undefined;
}

const READERS = {
    string: (text) => text,
    boolean: (text) => ['true', 'on', 'yes', '1'].includes(text.toLowerCase()),
    integer: (text) => numberOf(text, /^[+-]?\d+(?:\.0*)?$/),
    number: (text) => numberOf(text, /^[+-]?(?:\d+\.?\d*|\.\d+)$/),
    date: dateOf
};

/** The value of a text, which may be blank: null. */
function read(type, text, format) {
    const plain = text.trim();
    if (plain === '') {
        return type === 'boolean' ? false : null;
    }
    return (READERS[type] || READERS.string)(type === 'string' ? text : plain, format);
}

/** The text of a value. */
function written(type, value, format) {
    if (value === null || value === undefined) {
        return null;
    }
    if (type === 'date' && value instanceof Date) {
        return format ? require('dw/util/StringUtils').formatDate(value, format) : value.toISOString().slice(0, 10);
    }
    return String(value && value.value !== undefined && typeof value === 'object' ? value.value : value);
}

/**
 * The key in the definition that tells what is wrong with a text, and null if nothing is; `field(name)` is an attribute of it,
 * `limitOf(name)` the value of one.
 */
function fault(field, limitOf, type, text, value) {
    const limit = (name) => (field(name) === null ? null : Number(field(name)));
    if (value === null || (type === 'boolean' && value === false)) {
        return field('mandatory') === 'true' ? 'missing-error' : null;
    }
    if (value === undefined) {
        return 'parse-error';
    }
    if (type === 'string') {
        const [least, most] = [limit('min-length'), limit('max-length')];
        if ((least !== null && text.length < least) || (most !== null && text.length > most)) {
            return 'range-error';
        }
        return field('regexp') !== null && !new RegExp(`^(?:${field('regexp')})$`).test(text) ? 'parse-error' : null;
    }
    const [min, max] = [limitOf('min'), limitOf('max')];
    return (min !== null && value < min) || (max !== null && value > max) ? 'range-error' : null;
}

module.exports = { read, written, fault };
