'use strict';

const { manager } = require('../../internal/bean');
const datePatterns = require('../../internal/datePatterns');
const entities = require('../../internal/entities');
const messages = require('../../internal/messageFormat');
const numbers = require('../../internal/numbers');
const { formatted } = require('../../internal/numberPatterns');
const Bytes = require('dw/util/Bytes');
const Calendar = require('dw/util/Calendar');

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const TYPES = { ENCODE_TYPE_HTML: 0, ENCODE_TYPE_XML: 1, ENCODE_TYPE_WML: 2 };

function locale() {
    return typeof request === 'undefined' ? 'default' : request.locale;
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
        return formatted(number, pattern, language);
    }

    static formatInteger(number) {
        return formatted(number, '#,##0', locale());
    }

    /** `(calendar)`, `(calendar, pattern)` or `(calendar, locale, pattern's number)`, as the clocks of the calendar's zone show it. */
    static formatCalendar(calendar, pattern, number) {
        const isNamed = number !== undefined || typeof pattern !== 'string';
        const language = isNamed && typeof pattern === 'string' ? pattern : locale();
        const form = isNamed ? datePatterns.ofLocale(language, number) : pattern;
        return datePatterns.format(calendar.getTime(), form, calendar.getTimeZone(), language);
    }

    static formatDate(date, pattern, language = locale()) {
        const { date: day, time } = numbers.conventions(language);
        const isCalendar = date instanceof Calendar;
        return datePatterns.format(isCalendar ? date.getTime() : date, pattern || `${day} ${time}`, isCalendar ? date.getTimeZone() : 'GMT', language);
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
        return StringUtils.encodeString(text, TYPES.ENCODE_TYPE_HTML);
    }

    static stringToXml(text) {
        return StringUtils.encodeString(text, TYPES.ENCODE_TYPE_XML);
    }

    static stringToWml(text) {
        return StringUtils.encodeString(text, TYPES.ENCODE_TYPE_WML);
    }

    /** As HTML unless another type is given. */
    static encodeString(text, type) {
        if (text === null || text === undefined) {
            return text;
        }
        if (type === TYPES.ENCODE_TYPE_WML) {
            return entities.toXml(String(text)).replace(/\$/g, '$$$$');
        }
        return type === TYPES.ENCODE_TYPE_XML ? entities.toXml(String(text)) : entities.toHtml(String(text));
    }

    static decodeString(text, type) {
        if (text === null || text === undefined) {
            return text;
        }
        if (type === TYPES.ENCODE_TYPE_WML) {
            return entities.fromXml(String(text).replace(/\$\$/g, '$$'));
        }
        return type === TYPES.ENCODE_TYPE_XML ? entities.fromXml(String(text)) : entities.fromHtml(String(text));
    }

    static encodeBase64(text, encoding) {
        return base64(new Bytes(text, encoding).asUint8Array());
    }

    static decodeBase64(text, encoding) {
        return new Bytes(unbase64(String(text))).toString(encoding);
    }
}

module.exports = manager(StringUtils, 'dw.util.StringUtils', {}, Object.assign({
    TRUNCATE_CHAR: 'char', TRUNCATE_WORD: 'word', TRUNCATE_SENTENCE: 'sentence'
}, TYPES));
