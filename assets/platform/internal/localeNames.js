'use strict';

/** Languages and countries as their own speakers call them: by language `[name, ISO 639 code, { country: name }]`. */

const LANGUAGES = {
    ar: ['العربية', 'ara', { AE: 'الإمارات العربية المتحدة', SA: 'المملكة العربية السعودية' }],
    bg: ['български', 'bul', { BG: 'България' }],
    cs: ['čeština', 'ces', { CZ: 'Česko' }],
    da: ['dansk', 'dan', { DK: 'Danmark' }],
    de: ['Deutsch', 'deu', { AT: 'Österreich', CH: 'Schweiz', DE: 'Deutschland' }],
    el: ['Ελληνικά', 'ell', { GR: 'Ελλάδα' }],
    en: ['English', 'eng', { AU: 'Australia', CA: 'Canada', GB: 'United Kingdom', HK: 'Hong Kong', IE: 'Ireland', IN: 'India', NZ: 'New Zealand', SG: 'Singapore', US: 'United States', ZA: 'South Africa' }],
    es: ['español', 'spa', { AR: 'Argentina', CL: 'Chile', CO: 'Colombia', ES: 'España', MX: 'México', PE: 'Perú', US: 'Estados Unidos' }],
    et: ['eesti', 'est', { EE: 'Eesti' }],
    fi: ['suomi', 'fin', { FI: 'Suomi' }],
    fr: ['français', 'fra', { BE: 'Belgique', CA: 'Canada', CH: 'Suisse', FR: 'France' }],
    he: ['עברית', 'heb', { IL: 'ישראל' }],
    hi: ['हिन्दी', 'hin', { IN: 'भारत' }],
    hr: ['hrvatski', 'hrv', { HR: 'Hrvatska' }],
    hu: ['magyar', 'hun', { HU: 'Magyarország' }],
    id: ['Indonesia', 'ind', { ID: 'Indonesia' }],
    it: ['italiano', 'ita', { CH: 'Svizzera', IT: 'Italia' }],
    ja: ['日本語', 'jpn', { JP: '日本' }],
    ko: ['한국어', 'kor', { KR: '대한민국' }],
    lt: ['lietuvių', 'lit', { LT: 'Lietuva' }],
    lv: ['latviešu', 'lav', { LV: 'Latvija' }],
    ms: ['Melayu', 'msa', { MY: 'Malaysia' }],
    nl: ['Nederlands', 'nld', { BE: 'België', NL: 'Nederland' }],
    no: ['norsk', 'nor', { NO: 'Norge' }],
    pl: ['polski', 'pol', { PL: 'Polska' }],
    pt: ['português', 'por', { BR: 'Brasil', PT: 'Portugal' }],
    ro: ['română', 'ron', { RO: 'România' }],
    ru: ['русский', 'rus', { RU: 'Россия' }],
    sk: ['slovenčina', 'slk', { SK: 'Slovensko' }],
    sl: ['slovenščina', 'slv', { SI: 'Slovenija' }],
    sr: ['српски', 'srp', { RS: 'Србија' }],
    sv: ['svenska', 'swe', { SE: 'Sverige' }],
    th: ['ไทย', 'tha', { TH: 'ไทย' }],
    tr: ['Türkçe', 'tur', { TR: 'Türkiye' }],
    uk: ['українська', 'ukr', { UA: 'Україна' }],
    vi: ['Tiếng Việt', 'vie', { VN: 'Việt Nam' }],
    zh: ['中文', 'zho', { CN: '中国', HK: '香港', TW: '台湾' }]
};

/** ISO 3166 codes of countries in three letters. */
const COUNTRIES = {
    AE: 'ARE', AR: 'ARG', AT: 'AUT', AU: 'AUS', BE: 'BEL', BG: 'BGR', BR: 'BRA', CA: 'CAN', CH: 'CHE', CL: 'CHL',
    CN: 'CHN', CO: 'COL', CZ: 'CZE', DE: 'DEU', DK: 'DNK', EE: 'EST', ES: 'ESP', FI: 'FIN', FR: 'FRA', GB: 'GBR',
    GR: 'GRC', HK: 'HKG', HR: 'HRV', HU: 'HUN', ID: 'IDN', IE: 'IRL', IL: 'ISR', IN: 'IND', IT: 'ITA', JP: 'JPN',
    KR: 'KOR', LT: 'LTU', LV: 'LVA', MX: 'MEX', MY: 'MYS', NL: 'NLD', NO: 'NOR', NZ: 'NZL', PE: 'PER', PL: 'POL',
    PT: 'PRT', RO: 'ROU', RS: 'SRB', RU: 'RUS', SA: 'SAU', SE: 'SWE', SG: 'SGP', SI: 'SVN', SK: 'SVK', TH: 'THA',
    TR: 'TUR', TW: 'TWN', UA: 'UKR', US: 'USA', VN: 'VNM', ZA: 'ZAF'
};

module.exports = { LANGUAGES, COUNTRIES };
