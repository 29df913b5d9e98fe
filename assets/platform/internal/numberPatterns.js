'use strict';

/** Numbers by the patterns of `java.text.DecimalFormat`: `#,##0.00`, with a text before or behind, and one for negative ones. */

const numbers = require('./numbers');
const Decimal = require('dw/util/Decimal');

/** Quoted text, what stands for digits, or a letter. */
const PARTS = /'((?:[^']|'')*)'|[#0,.]*[#0][#0,.]*|[^]/g;

function currencySymbol() {
    return typeof session === 'undefined' ? '' : numbers.symbol(session.currency.currencyCode);
}

/** What a pattern says of positive and of negative numbers: `{ prefix, digits, suffix }`, and by what a number is multiplied. */
function read(pattern) {
    const forms = [{ prefix: '', digits: '', suffix: '' }];
    let factor = 1;
    for (const [part, quoted] of pattern.matchAll(PARTS)) {
        const form = forms[forms.length - 1];
        if (quoted === undefined && part === ';') {
            forms.push({ prefix: '', digits: '', suffix: '' });
        } else if (quoted === undefined && form.digits === '' && /[#0]/.test(part)) {
            form.digits = part;
        } else {
            factor = quoted === undefined ? { '%': 100, '\u2030': 1000 }[part] || factor : factor;
            const text = quoted === undefined ? part : quoted.replace(/''/g, "'") || "'";
            form[form.digits === '' ? 'prefix' : 'suffix'] += quoted === undefined && part === '\u00a4' ? currencySymbol() : text;
        }
    }
    return { positive: forms[0], negative: forms[1], factor };
}

/** The digits after the point that must and may stand. */
function fraction(digits) {
    const behind = digits.split('.')[1] || '';
    return { least: behind.replace(/[^0]/g, '').length, most: behind.replace(/[^0#]/g, '').length };
}

/** `0000`: at least so many digits stand before the point. */
function padded(plain, digits) {
    const least = digits.split('.')[0].replace(/[^0]/g, '').length;
    const [, whole, rest] = /^(\d*)(.*)$/.exec(plain);
    return whole.padStart(least, '0') + rest;
}

function digitsOf(decimal, digits, locale) {
    const { least, most } = fraction(digits);
    let plain = decimal.abs().round(most).toString();
    while (plain.includes('.') && plain.split('.')[1].length > least && plain.endsWith('0')) {
        plain = plain.slice(0, -1);
    }
    const text = numbers.localised(padded(plain.replace(/\.$/, ''), digits), locale);
    return digits.includes(',') ? text : text.split(numbers.conventions(locale).group).join('');
}

/** A number in the form of a pattern, with the separators of a locale. */
function formatted(number, pattern, locale) {
    const { positive, negative, factor } = read(pattern);
    const decimal = new Decimal(number).multiply(factor);
    const digits = digitsOf(decimal, positive.digits, locale);
    const isNegative = decimal.compareTo(0) < 0;
    const form = isNegative ? negative || Object.assign({}, positive, { prefix: `-${positive.prefix}` }) : positive;
    return form.prefix + digits + form.suffix;
}

module.exports = { formatted };
