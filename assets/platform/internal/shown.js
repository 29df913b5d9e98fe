'use strict';

/** The text that `<isprint>` makes of a value. */

const { spoken } = require('./converted');
const { styles } = require('./datePatterns');
const { encoded } = require('./encoders');

const NUMBERS = { INTEGER: '#,##0', DECIMAL: '#,##0.00' };
/** The patterns of dates in the styles of a locale. */
const DATES = {
    DATE_SHORT: ({ typed }) => typed,
    DATE_LONG: ({ date }) => date.full,
    DATE_TIME: ({ typed, time }) => `${typed} ${time.short}`,
    TIME_SHORT: ({ time }) => time.short,
    TIME_LONG: ({ time }) => time.medium
};

/** The text of a value in a page, where `${…}` writes nothing as `null`. */
function textOf(value) {
    return value === undefined ? 'null' : spoken(value);
}

/** A date as the clocks of a zone show it: the site's, if none is named. */
function dated(value, pattern, timezone) {
    const { Calendar, StringUtils } = dw.util;
    const zones = { UTC: () => 'GMT', INSTANCE: () => dw.system.System.instanceTimeZone };
    const zone = zones[String(timezone).toUpperCase()] || (() => dw.system.Site.current.timezone);
    const calendar = new Calendar(value instanceof Date ? value : value.time);
    calendar.setTimeZone(zone());
    return StringUtils.formatDate(calendar, pattern);
}

function isDate(value) {
    return value instanceof Date || value instanceof require('dw/util/Calendar');
}

function styled(value, style) {
    const StringUtils = require('dw/util/StringUtils');
    const name = String(style).toUpperCase();
    if (NUMBERS[name]) {
        return StringUtils.formatNumber(Number(value), NUMBERS[name]);
    }
    if (name === 'MONEY_SHORT') {
        return StringUtils.formatNumber(money(value).value, NUMBERS.DECIMAL);
    }
    if (/^(?:MONEY|EURO|CURRENCY)/.test(name)) {
        return money(value).toFormattedString();
    }
    if (/^QUANTITY_(?:SHORT|LONG)$/.test(name)) {
        const unit = name === 'QUANTITY_LONG' && value.unit ? ` ${value.unit}` : '';
        return StringUtils.formatNumber(Number(value), '#,##0.###') + unit;
    }
    // Old templates write a pattern here, as in style="0".
    if (/^[#0,.]+$/.test(name)) {
        return StringUtils.formatNumber(Number(value), name);
    }
    throw new Error(`${style} is no style: ${Object.keys(DATES).concat(Object.keys(NUMBERS), 'MONEY_SHORT', 'MONEY_LONG', 'QUANTITY_SHORT', 'QUANTITY_LONG').join(', ')}`);
}

function money(value) {
    const Money = require('dw/value/Money');
    return value instanceof Money ? value : new Money(Number(value), session.currency.currencyCode);
}

/** Whether a value is a text that is no number, of which no pattern makes another. */
function isWords(value) {
    return typeof value === 'string' && (value.trim() === '' || Number.isNaN(Number(value)));
}

function plain(value, { formatter, style, timezone }) {
    // The tag prints nothing for it, in whatever form.
    if (value === null || value === undefined) {
        return '';
    }
    if (isDate(value)) {
        const known = DATES[String(style).toUpperCase()];
        const pattern = formatter || (known && known(styles(request.locale)));
        return dated(value, pattern && String(pattern), timezone);
    }
    if (formatter && !isWords(value)) {
        return require('dw/util/StringUtils').formatNumber(Number(value), String(formatter));
    }
    if (style) {
        return styled(value, style);
    }
    if (value instanceof require('dw/value/Money')) {
        return value.toFormattedString();
    }
    return textOf(value);
}

/** The text of a value in a form, as wide as `padding` says, in an encoding: `htmlcontent` if none is given. */
function shown(attributes, usual) {
    const { value, encoding, padding } = attributes;
    const text = plain(value, attributes);
    const wide = padding ? require('dw/util/StringUtils').pad(text, Number(padding)) : text;
    return encoded(wide, encoding || usual || 'htmlcontent');
}

module.exports = { shown, textOf };
