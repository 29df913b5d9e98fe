'use strict';

const { manager } = require('../../internal/bean');
const datePatterns = require('../../internal/datePatterns');
const { fromBase64, toBase64 } = require('../../internal/encodings');
const { unfit } = require('../../internal/errors');
const entities = require('../../internal/entities');
const messages = require('../../internal/messageFormat');
const numbers = require('../../internal/numbers');
const { formatted } = require('../../internal/numberPatterns');
const locale = require('../../internal/locale');
const Bytes = require('dw/util/Bytes');
const Calendar = require('dw/util/Calendar');

const TYPES = { ENCODE_TYPE_HTML: 0, ENCODE_TYPE_XML: 1, ENCODE_TYPE_WML: 2 };

/** Texts: formatting, padding, encoding. */
class StringUtils {
    /** `{0}` is the first argument; indices without an argument stay as they are. See `internal/messageFormat`. */
    static format(pattern, ...values) {
        return messages.written(pattern, values);
    }

    static formatMoney(money) {
        if (!money || typeof money.toFormattedString !== 'function') {
            throw unfit('StringUtils.formatMoney', 'a dw.value.Money', money);
        }
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
        if (!calendar || typeof calendar.getTimeZone !== 'function') {
            throw unfit('StringUtils.formatCalendar', 'a dw.util.Calendar, such as new Calendar(date)', calendar);
        }
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
        if (text === null || text === undefined) {
            return null;
        }
        return toBase64(new Bytes(text, encoding).asUint8Array());
    }

    static decodeBase64(text, encoding) {
        if (text === null || text === undefined) {
            return null;
        }
        return new Bytes(fromBase64(String(text))).toString(encoding);
    }
}

module.exports = manager(StringUtils, 'dw.util.StringUtils', {}, Object.assign({
    TRUNCATE_CHAR: 'char', TRUNCATE_WORD: 'word', TRUNCATE_SENTENCE: 'sentence'
}, TYPES));
