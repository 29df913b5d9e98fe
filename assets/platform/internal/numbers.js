'use strict';

/** Numbers, dates and money as a locale writes them. The engine has no `Intl`. */

/** How numbers and money are written. */
const CONVENTIONS = {
    en: { group: ',', decimal: '.', prefix: true },
    de: { group: '.', decimal: ',', prefix: false },
    fr: { group: '\u00a0', decimal: ',', prefix: false },
    es: { group: '.', decimal: ',', prefix: false },
    it: { group: '.', decimal: ',', prefix: false },
    nl: { group: '.', decimal: ',', prefix: true, gap: '\u00a0' },
    pt: { group: '.', decimal: ',', prefix: true, gap: '\u00a0' },
    pl: { group: '\u00a0', decimal: ',', prefix: false },
    cs: { group: '\u00a0', decimal: ',', prefix: false },
    da: { group: '.', decimal: ',', prefix: false },
    fi: { group: '\u00a0', decimal: ',', prefix: false },
    nb: { group: '\u00a0', decimal: ',', prefix: true, gap: '\u00a0' },
    sv: { group: '\u00a0', decimal: ',', prefix: false },
    tr: { group: '.', decimal: ',', prefix: true },
    ja: { group: ',', decimal: '.', prefix: true },
    ko: { group: ',', decimal: '.', prefix: true },
    zh: { group: ',', decimal: '.', prefix: true }
};

/** How dates are written, short to full, and the time of the day. */
const DATES = {
    en: { date: 'M/d/yy', medium: 'MMM d, yyyy', long: 'MMMM d, yyyy', full: 'EEEE, MMMM d, yyyy', time: 'h:mm a' },
    de: { date: 'dd.MM.yy', medium: 'dd.MM.yyyy', long: 'd. MMMM yyyy', full: 'EEEE, d. MMMM yyyy', time: 'HH:mm' },
    fr: { date: 'dd/MM/yy', medium: 'd MMM yyyy', long: 'd MMMM yyyy', full: 'EEEE d MMMM yyyy', time: 'HH:mm' },
    es: { date: 'd/M/yy', medium: 'd MMM yyyy', long: "d 'de' MMMM 'de' yyyy", full: "EEEE, d 'de' MMMM 'de' yyyy", time: 'HH:mm' },
    it: { date: 'dd/MM/yy', medium: 'd MMM yyyy', long: 'd MMMM yyyy', full: 'EEEE d MMMM yyyy', time: 'HH:mm' },
    nl: { date: 'dd-MM-yy', medium: 'd MMM yyyy', long: 'd MMMM yyyy', full: 'EEEE d MMMM yyyy', time: 'HH:mm' },
    pt: { date: 'dd/MM/yy', medium: "d 'de' MMM 'de' yyyy", long: "d 'de' MMMM 'de' yyyy", full: "EEEE, d 'de' MMMM 'de' yyyy", time: 'HH:mm' },
    pl: { date: 'dd.MM.yy', medium: 'd MMM yyyy', long: 'd MMMM yyyy', full: 'EEEE, d MMMM yyyy', time: 'HH:mm' },
    cs: { date: 'd.M.yy', medium: 'd. M. yyyy', long: 'd. MMMM yyyy', full: 'EEEE d. MMMM yyyy', time: 'H:mm' },
    da: { date: 'dd-MM-yy', medium: 'd. MMM yyyy', long: 'd. MMMM yyyy', full: "EEEE 'den' d. MMMM yyyy", time: 'HH:mm' },
    fi: { date: 'd.M.yyyy', medium: 'd.M.yyyy', long: 'd. MMMM yyyy', full: 'EEEE d. MMMM yyyy', time: 'H:mm' },
    nb: { date: 'dd.MM.yy', medium: 'd. MMM yyyy', long: 'd. MMMM yyyy', full: 'EEEE d. MMMM yyyy', time: 'HH:mm' },
    sv: { date: 'yyyy-MM-dd', medium: 'd MMM yyyy', long: 'd MMMM yyyy', full: 'EEEE d MMMM yyyy', time: 'HH:mm' },
    tr: { date: 'dd.MM.yyyy', medium: 'd MMM yyyy', long: 'd MMMM yyyy', full: 'd MMMM yyyy EEEE', time: 'HH:mm' },
    ja: { date: 'yy/MM/dd', medium: 'yyyy/MM/dd', long: 'yyyy年M月d日', full: 'yyyy年M月d日EEEE', time: 'H:mm' },
    ko: { date: 'yy. M. d', medium: 'yyyy. M. d.', long: 'yyyy년 M월 d일', full: 'yyyy년 M월 d일 EEEE', time: 'a h:mm' },
    zh: { date: 'yy/M/d', medium: 'yyyy年M月d日', long: 'yyyy年M月d日', full: 'yyyy年M月d日EEEE', time: 'ah:mm' }
};

/** Where a country has its own ways. */
const REGIONS = {
    de_AT: { prefix: true, gap: '\u00a0' },
    de_CH: { group: '’', decimal: '.', prefix: true, gap: '\u00a0' },
    en_AU: { date: 'd/M/yy', medium: 'dd/MM/yyyy', long: 'd MMMM yyyy', full: 'EEEE, d MMMM yyyy' },
    en_GB: { date: 'dd/MM/yy', medium: 'dd-MMM-yyyy', long: 'd MMMM yyyy', full: 'EEEE, d MMMM yyyy', time: 'HH:mm' },
    en_IE: { date: 'dd/MM/yy', medium: 'dd-MMM-yyyy', long: 'd MMMM yyyy', full: 'EEEE d MMMM yyyy', time: 'HH:mm' },
    en_NZ: { date: 'd/MM/yy', medium: 'd/MM/yyyy', long: 'd MMMM yyyy', full: 'EEEE, d MMMM yyyy' },
    es_MX: { group: ',', decimal: '.', prefix: true },
    fr_CA: { date: 'yy-MM-dd', medium: 'yyyy-MM-dd' },
    fr_CH: { decimal: '.', date: 'dd.MM.yy' },
    it_CH: { group: '’', decimal: '.', date: 'dd.MM.yy', prefix: true, gap: '\u00a0' },
    pt_BR: { prefix: true, gap: '\u00a0' }
};

/** Signs that are known everywhere. */
const SYMBOLS = { EUR: '€', USD: '$', GBP: '£', JPY: '¥', CHF: 'CHF' };
/** Signs that mean this currency at home alone; elsewhere it goes by its code. */
const HOME = {
    AU: ['AUD', '$'], BR: ['BRL', 'R$'], CA: ['CAD', '$'], CN: ['CNY', '¥'], CZ: ['CZK', 'Kč'], DK: ['DKK', 'kr.'], HK: ['HKD', 'HK$'],
    IN: ['INR', '₹'], KR: ['KRW', '₩'], MX: ['MXN', '$'], NO: ['NOK', 'kr'], NZ: ['NZD', '$'], PL: ['PLN', 'zł'], SE: ['SEK', 'kr'],
    SG: ['SGD', '$'], TR: ['TRY', '₺'], TW: ['TWD', '$']
};
/** The country of a language that is named without one. */
const COUNTRIES = { cs: 'CZ', da: 'DK', ko: 'KR', nb: 'NO', pl: 'PL', sv: 'SE', tr: 'TR', zh: 'CN' };
const DIGITS = {
    BIF: 0, CLP: 0, ISK: 0, JPY: 0, KRW: 0, PYG: 0, UGX: 0, VND: 0, XAF: 0, XOF: 0, BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3
};

function parts(locale) {
    const [language, country] = String(locale || 'en').split(/[_-]/);
    return { language: language === 'no' ? 'nb' : language, country: country || COUNTRIES[language] };
}

function conventions(locale) {
    const { language, country } = parts(locale);
    return Object.assign({}, CONVENTIONS[language] || CONVENTIONS.en, DATES[language] || DATES.en, REGIONS[`${language}_${country}`]);
}

function fractionDigits(currency) {
    return Object.prototype.hasOwnProperty.call(DIGITS, currency) ? DIGITS[currency] : 2;
}

function symbol(currency, locale) {
    const [own, sign] = HOME[parts(locale).country] || [];
    return (own === currency && sign) || SYMBOLS[currency] || currency;
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
    const sign = symbol(currency, locale);
    const negative = plain.charAt(0) === '-';
    const amount = localised(negative ? plain.slice(1) : plain, locale);
    const gap = usual || (/^[A-Z]{3}$/.test(sign) ? ' ' : '');
    const text = prefix ? sign + gap + amount : amount + '\u00a0' + sign;
    return negative ? '-' + text : text;
}

module.exports = { conventions, fractionDigits, symbol, localised, money };
