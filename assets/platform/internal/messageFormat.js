'use strict';

/**
 * Texts with places, as the platform's `MessageFormat` reads them: `{0}`, `{1,number,#.00}`, `{2,date,long}`,
 * `{0,choice,0#none|1#one|1<{0} of them}`; `'…'` is text as it stands and `''` an apostrophe.
 */

const { styles } = require('./datePatterns');
const { spoken } = require('./converted');
const StringUtils = require('dw/util/StringUtils');

const NUMBERS = { integer: '#,##0', percent: '#,##0%' };

/** The index behind the `}` that closes the place which begins at `start`; -1 without one. */
function end(pattern, start) {
    let depth = 0;
    for (let at = start; at < pattern.length; at += 1) {
        const letter = pattern[at];
        if (letter === "'") {
            const next = pattern.indexOf("'", at + 1);
            at = next === -1 ? pattern.length : next;
        } else if (letter === '{') {
            depth += 1;
        } else if (letter === '}') {
            depth -= 1;
            if (depth === 0) {
                return at + 1;
            }
        }
    }
    return -1;
}

/** Of `limit#text|limit<text` the last one whose limit is reached (`#`) or passed (`<`); the first if none is. */
function chosen(style, number) {
    const options = [];
    for (let rest = style; rest !== '';) {
        const [, limit, sign] = /^\s*([^#<≤]*)([#<≤]?)/.exec(rest);
        const begin = /^\s*[^#<≤]*[#<≤]?/.exec(rest)[0].length;
        let stop = begin;
        for (let depth = 0; stop < rest.length && (depth > 0 || rest[stop] !== '|'); stop += 1) {
            depth += rest[stop] === '{' ? 1 : rest[stop] === '}' ? -1 : 0;
        }
        options.push({ limit: limit.trim() === '∞' ? Infinity : Number(limit), isMore: sign === '<', text: rest.slice(begin, stop) });
        rest = rest.slice(stop + 1);
    }
    const reached = options.filter(({ limit, isMore }) => (isMore ? number > limit : number >= limit));
    const option = reached.length > 0 ? reached[reached.length - 1] : options[0];
    return option === undefined ? '' : option.text;
}

function formatted(value, type, style, values, tools) {
    const number = Number(value && typeof value === 'object' && 'value' in value ? value.value : value);
    if (type === 'choice') {
        const text = chosen(style, number);
        return text.includes('{') ? format(text, values, tools) : text;
    }
    if (type === 'number') {
        return tools.number(number, NUMBERS[style] || (style === '' || style === 'currency' ? undefined : style));
    }
    if (type === 'date' || type === 'time') {
        return tools.date(value, tools.styles[type][style || 'medium'] || style);
    }
    if (typeof value === 'number') {
        return tools.number(value, undefined);
    }
    return value instanceof Date ? tools.date(value, `${tools.styles.date.short} ${tools.styles.time.short}`) : spoken(value);
}

function place(inner, values, tools) {
    const parts = /^\s*(\d+)\s*(?:,\s*(\w+)\s*(?:,([\s\S]*))?)?$/.exec(inner);
    if (parts === null) {
        return `{${inner}}`;
    }
    const [, index, type, style] = parts;
    return index in values ? formatted(values[index], type, type === 'choice' ? style || '' : (style || '').trim(), values, tools) : `{${index}}`;
}

/** `tools` write what is no text: `number(value, pattern)` and `date(value, pattern)`; `styles` are the patterns that have names. */
function format(pattern, values, tools) {
    let text = '';
    for (let at = 0; at < pattern.length; at += 1) {
        const letter = pattern[at];
        if (letter === "'") {
            const next = pattern.indexOf("'", at + 1);
            text += next === at + 1 ? "'" : pattern.slice(at + 1, next === -1 ? pattern.length : next);
            at = next === -1 ? pattern.length : next;
        } else if (letter === '{' && end(pattern, at) !== -1) {
            const stop = end(pattern, at);
            text += place(pattern.slice(at + 1, stop - 1), values, tools);
            at = stop - 1;
        } else {
            text += letter;
        }
    }
    return text;
}

/** The text of `pattern` with these values, or with those of the one list that is given; numbers and dates as the request's locale has them. */
function written(pattern, values) {
    const [only] = values;
    const isList = values.length === 1 && typeof only === 'object' && only !== null && Symbol.iterator in only;
    const list = isList ? Array.from(only) : values;
    return format(String(pattern), list, {
        number: (number, digits) => StringUtils.formatNumber(number, digits),
        date: (date, letters) => StringUtils.formatDate(date, letters),
        get styles() { return styles(typeof request === 'undefined' ? 'default' : request.locale); }
    });
}

module.exports = { format, written };
