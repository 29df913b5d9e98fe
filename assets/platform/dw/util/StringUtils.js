'use strict';

const { manager } = require('../../internal/bean');
const datePatterns = require('../../internal/datePatterns');
const messages = require('../../internal/messageFormat');
const numbers = require('../../internal/numbers');
const Bytes = require('dw/util/Bytes');
const Calendar = require('dw/util/Calendar');
const Decimal = require('dw/util/Decimal');

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function locale() {
    return typeof request === 'undefined' ? 'default' : request.locale;
}

/** `#,##0.00`: the digits after the point that must and may stand. */
function fraction(pattern) {
    const digits = (pattern.split('.')[1] || '').replace(/[^0#]/g, '');
    return { least: digits.replace(/#/g, '').length, most: digits.length };
}

/** `0000`: at least so many digits stand before the point. */
function padded(plain, pattern) {
    const least = pattern.split('.')[0].replace(/[^0]/g, '').length;
    const [, sign, whole, rest] = /^(-?)(\d*)(.*)$/.exec(plain);
    return sign + whole.padStart(least, '0') + rest;
}

function formatDecimal(number, pattern, language) {
    const { least, most } = fraction(pattern);
    const percent = pattern.includes('%');
    let plain = new Decimal(percent ? new Decimal(number).multiply(100) : number).round(most).toString();
    while (plain.includes('.') && plain.split('.')[1].length > least && /[0]$/.test(plain)) {
        plain = plain.slice(0, -1);
    }
    const text = numbers.localised(padded(plain.replace(/\.$/, ''), pattern), language);
    const ungrouped = pattern.includes(',') ? text : text.split(numbers.conventions(language).group).join('');
    return percent ? `${ungrouped}%` : ungrouped;
}

function base64(bytes) {
    let text = '';
    for (let index = 0; index < bytes.length; index += 3) {
        const group = (bytes[index] << 16) | ((bytes[index + 1] || 0) << 8) | (bytes[index + 2] || 0);
        for (let shift = 18; shift >= 0; shift -= 6) {
            text += ALPHABET[(group >> shift) & 63];
        }
    }
    const missing = (3 - (bytes.length % 3)) % 3;
    return missing ? text.slice(0, -missing) + '='.repeat(missing) : text;
}

function unbase64(text) {
    const letters = text.replace(/[=\s]+/g, '');
    const bytes = [];
    let bits = 0;
    let count = 0;
    for (const letter of letters) {
        bits = ((bits << 6) | ALPHABET.indexOf(letter)) & 0xffffff;
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes.push((bits >> count) & 255);
        }
    }
    return Uint8Array.from(bytes);
}

/** Texts: formatting, padding, encoding. */
class StringUtils {
    /** `{0}` is the first argument; indices without an argument stay as they are. See `internal/messageFormat`. */
    static format(pattern, ...values) {
        return messages.written(pattern, values);
    }

    static formatMoney(money) {
        return money.toFormattedString();
    }

    static formatNumber(number, pattern = '#,##0.###', language = locale()) {
        return formatDecimal(number, pattern, language);
    }

    static formatInteger(number) {
        return formatDecimal(number, '#,##0', locale());
    }

    /** `(calendar)`, `(calendar, pattern)` or `(calendar, locale, pattern's number)`, as the clocks of the calendar's zone show it. */
    static formatCalendar(calendar, pattern, number) {
        const language = typeof pattern === 'string' ? pattern : locale();
        const isNamed = number !== undefined || typeof pattern !== 'string';
        return datePatterns.format(calendar.getTime(), isNamed ? datePatterns.ofLocale(language, number) : pattern, calendar.getTimeZone());
    }

    static formatDate(date, pattern) {
        const { date: day, time } = numbers.conventions(locale());
        const text = pattern || `${day} ${time}`;
        return date instanceof Calendar ? StringUtils.formatCalendar(date, text) : datePatterns.format(date, text);
    }

    static trim(text) {
        return text === null || text === undefined ? null : String(text).trim();
    }

    static ltrim(text) {
        return text === null || text === undefined ? null : String(text).trimStart();
    }

    static rtrim(text) {
        return text === null || text === undefined ? null : String(text).trimEnd();
    }

    static pad(text, width) {
        const shown = text === null || text === undefined ? '' : String(text);
        const filler = ' '.repeat(Math.max(0, Math.abs(width) - shown.length));
        return width < 0 ? filler + shown : shown + filler;
    }

    /** Cut behind a letter, a word or a sentence. */
    static truncate(text, length, mode, suffix) {
        if (text === null || text === undefined || String(text).length <= length) {
            return text === undefined ? null : text;
        }
        const end = suffix || '';
        const cut = String(text).slice(0, Math.max(length - end.length, 0));
        const kind = String(mode || 'char').toLowerCase();
        if (kind === 'sentence') {
            return (/^[^]*[.!?](?=\s|$)/.exec(cut) || [cut])[0] + end;
        }
        const isInside = /^\S/.test(String(text).slice(cut.length));
        return (kind === 'word' ? (isInside ? cut.replace(/\s+\S*$/, '') : cut).trimEnd() : cut) + end;
    }

    static garble(text, replacement, visible) {
        const hidden = Math.max(0, text.length - visible);
        return replacement.repeat(hidden) + text.slice(hidden);
    }

    static stringToHtml(text) {
        return text === null || text === undefined ? text : String(text).replace(/[&<>"']/g, (letter) => ENTITIES[letter]);
    }

    static stringToXml(text) {
        return StringUtils.stringToHtml(text);
    }

    static stringToWml(text) {
        return StringUtils.stringToHtml(text);
    }

    static encodeString(text) {
        return StringUtils.stringToHtml(text);
    }

    static decodeString(text) {
        return Object.keys(ENTITIES).reduceRight((plain, letter) => plain.split(ENTITIES[letter]).join(letter), String(text));
    }

    static encodeBase64(text, encoding) {
        return base64(new Bytes(text, encoding).asUint8Array());
    }

    static decodeBase64(text, encoding) {
        return new Bytes(unbase64(String(text))).toString(encoding);
    }
}

module.exports = manager(StringUtils, 'dw.util.StringUtils', {}, {
    TRUNCATE_CHAR: 'char', TRUNCATE_WORD: 'word', TRUNCATE_SENTENCE: 'sentence',
    ENCODE_TYPE_HTML: 0, ENCODE_TYPE_XML: 1, ENCODE_TYPE_WML: 2
});
