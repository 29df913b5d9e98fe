'use strict';

/** Numbers, dates and money as a locale writes them. The engine has no `Intl`. */

const CONVENTIONS = {
    en: { group: ',', decimal: '.', date: 'M/d/yy', long: 'MMMM d, yyyy', time: 'h:mm a', prefix: true },
    de: { group: '.', decimal: ',', date: 'dd.MM.yy', long: 'd. MMMM yyyy', time: 'HH:mm', prefix: false },
    fr: { group: '\u00a0', decimal: ',', date: 'dd/MM/yy', long: 'd MMMM yyyy', time: 'HH:mm', prefix: false },
    es: { group: '.', decimal: ',', date: 'd/M/yy', long: "d 'de' MMMM 'de' yyyy", time: 'HH:mm', prefix: false },
    it: { group: '.', decimal: ',', date: 'dd/MM/yy', long: 'd MMMM yyyy', time: 'HH:mm', prefix: false },
    nl: { group: '.', decimal: ',', date: 'dd-MM-yy', long: 'd MMMM yyyy', time: 'HH:mm', prefix: true, gap: '\u00a0' },
    pt: { group: '.', decimal: ',', date: 'dd/MM/yy', long: "d 'de' MMMM 'de' yyyy", time: 'HH:mm', prefix: true, gap: '\u00a0' },
    ja: { group: ',', decimal: '.', date: 'yy/MM/dd', long: 'yyyy年M月d日', time: 'H:mm', prefix: true },
    zh: { group: ',', decimal: '.', date: 'yy/M/d', long: 'yyyy年M月d日', time: 'ah:mm', prefix: true }
};

const SYMBOLS = { EUR: '€', USD: '$', GBP: '£', JPY: '¥', CHF: 'CHF' };
const DIGITS = { JPY: 0, KRW: 0, KWD: 3, BHD: 3 };

function conventions(locale) {
    const language = String(locale || 'en').split(/[_-]/)[0];
    return CONVENTIONS[language] || CONVENTIONS.en;
}

function fractionDigits(currency) {
    return Object.prototype.hasOwnProperty.call(DIGITS, currency) ? DIGITS[currency] : 2;
}

function symbol(currency) {
    return SYMBOLS[currency] || currency;
}

function grouped(digits, separator) {
    return digits.replace(/\B(?=(\d{3})+(?!\d))/g, separator);
}

/** `plain` is decimal digits such as `-1234.50`; the answer keeps exactly these digits. */
function localised(plain, locale) {
    const { group, decimal } = conventions(locale);
    const negative = plain.charAt(0) === '-';
    const [whole, fraction] = (negative ? plain.slice(1) : plain).split('.');
    const text = grouped(whole, group) + (fraction ? decimal + fraction : '');
    return negative ? '-' + text : text;
}

/** `plain` as an amount: `€1,234.50`, `1.234,50 €`; a currency without a symbol keeps a space. */
function money(plain, currency, locale) {
    const { prefix, gap: usual } = conventions(locale);
    const sign = symbol(currency);
    const negative = plain.charAt(0) === '-';
    const amount = localised(negative ? plain.slice(1) : plain, locale);
    const gap = usual || (sign.length > 1 ? ' ' : '');
    const text = prefix ? sign + gap + amount : amount + '\u00a0' + sign;
    return negative ? '-' + text : text;
}

module.exports = { conventions, fractionDigits, symbol, localised, money };
